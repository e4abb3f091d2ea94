import type { RawEndpoint, VariableSyntax } from './format.ts';
import { parseTemplate } from './template.ts';

/** Names of variables and headers whose values are usually secret. */
const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|authorization|auth$|cookie|_key$|_pat$|^pat$/i;

/** Prefixes that issuers put on their tokens, so that a leaked one can be recognised. */
const ISSUED_TOKEN =
  /\b(?:gh[oprsu]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|npm_\w{20,}|hf_\w{20,}|lin_api_\w{16,}|ntn_\w{16,}|pk_live_\w{10,}|[rs]k_(?:live|test)_\w{10,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/;

/** What documentation writes where a token belongs, or a reference to a variable. */
const PLACEHOLDER =
  /^(?:<.*>|\[.*\]|\$?\{.*\}|x{3,}|\*{3,}|\.{3}|(?:your|my|insert|replace|change)[\s_-].*|.*[_-]here)$/i;

/**
 * Does this look like a secret in plain text? A guess by name and shape, made to warn: it may miss one, and it may
 * name a harmless value.
 */
export function looksSecret(name: string, value: string): boolean {
  const bare = value.replace(/^(?:bearer|basic|token)\s+/i, '').trim();
  if (PLACEHOLDER.test(bare)) return false;
  if (ISSUED_TOKEN.test(bare)) return true;
  if (!SECRET_NAME.test(name)) return false;
  return bare.length >= 6 && !isPathOrUrl(bare) && !/^(?:true|false|none|null|\d{1,5})$/i.test(bare);
}

function isPathOrUrl(text: string): boolean {
  return /^(?:~?[/\\]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
}

/** Fields of an entry that hold a secret as it stands, rather than a reference to a variable. Never the values. */
export function findLiteralSecrets(endpoint: RawEndpoint, syntax: VariableSyntax): string[] {
  const isLiteral = (text: string): boolean => parseTemplate(text, syntax).every((part) => part.kind === 'text');
  const inMap = (map: Readonly<Record<string, string>>, field: string): string[] =>
    Object.entries(map)
      .filter(([name, value]) => isLiteral(value) && looksSecret(name, value))
      .map(([name]) => `${field}.${name}`);

  if (endpoint.kind !== 'stdio') {
    const { oauth = false } = endpoint;
    const { clientSecret } = oauth === false ? {} : oauth;
    const found = [
      ...inMap(endpoint.headers, 'headers'),
      ...inMap(clientSecret === undefined ? {} : { clientSecret }, 'oauth'),
    ];
    return isLiteral(endpoint.url) && urlHoldsSecret(endpoint.url) ? ['url', ...found] : found;
  }
  const inArgs = endpoint.args
    .map((argument, index) => ({ argument, index, flag: flagOf(endpoint.args[index - 1], argument) }))
    .filter(({ argument, flag }) => isLiteral(argument) && looksSecret(flag, argument.slice(argument.indexOf('=') + 1)))
    .map(({ index }) => `args[${index}]`);
  return [...inArgs, ...inMap(endpoint.env, 'env')];
}

/** Values that a local server was given and that look secret, for keeping them out of what it is said to have printed. */
export function secretValues(args: readonly string[], env: Readonly<Record<string, string>>): string[] {
  const inArgs = args.flatMap((argument, index) => {
    const value = argument.startsWith('-') ? argument.slice(argument.indexOf('=') + 1) : argument;
    return looksSecret(flagOf(args[index - 1], argument), value) ? [value] : [];
  });
  const inEnv = Object.entries(env).flatMap(([name, value]) => (looksSecret(name, value) ? [value] : []));
  // Longer ones first: one may be a part of another.
  return [...new Set([...inArgs, ...inEnv])].sort((a, b) => b.length - a.length);
}

/** `--token=x` is named by itself, `--token`, `x` by the argument before. */
function flagOf(previous: string | undefined, argument: string): string {
  if (argument.startsWith('-')) return argument.includes('=') ? argument.slice(0, argument.indexOf('=')) : '';
  return previous?.startsWith('-') === true && !previous.includes('=') ? previous : '';
}

function urlHoldsSecret(text: string): boolean {
  if (!URL.canParse(text)) return ISSUED_TOKEN.test(text);
  const url = new URL(text);
  if (url.password !== '') return true;
  if (ISSUED_TOKEN.test(url.pathname)) return true;
  return [...url.searchParams].some(([name, value]) => looksSecret(name === 'key' ? 'api_key' : name, value));
}

const MASK = '•••';

/** A quoted string of 20 or more characters that mixes letters and digits and is no path, name or date. */
const RANDOM_LOOKING = /(["'])(?=[^"']*[A-Za-z])(?=[^"']*\d)[\w+=.-]{20,}\1/g;

/**
 * A line of a config file for a screen: what looks secret is replaced. Masks more readily than
 * {@link looksSecret} reports, because here a wrong guess costs nothing.
 */
export function maskSecrets(line: string): string {
  return line
    .replace(/(["']?([\w.-]+)["']?\s*[:=]\s*)(["'])((?:\\.|(?!\3).)+)\3/g, (whole, lead, name, quote, value) =>
      looksSecret(name, value) ? `${lead}${quote}${MASK}${quote}` : whole,
    )
    .replace(/(-[\w-]+(?:=|["']\s*,\s*["']))([^"']+)/g, (whole, lead, value) =>
      looksSecret(lead, value) ? `${lead}${MASK}` : whole,
    )
    .replace(new RegExp(ISSUED_TOKEN, 'g'), MASK)
    .replace(RANDOM_LOOKING, `$1${MASK}$1`);
}
