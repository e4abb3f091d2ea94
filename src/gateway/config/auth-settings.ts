import { type NamedRules, POLICY_TABLES, type PolicyBook, readPolicyRules } from '../../calling/index.ts';
import { readFilter } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject, own } from '../../shared/json.ts';
import {
  type AuthSettings,
  CALLER_RIGHTS,
  type CallerRight,
  type ClaimMapping,
  type ClaimSource,
  isTrustworthy,
  type OAuthSettings,
} from '../auth/index.ts';
import type { NumberRange, SettingsReader } from './settings-reader.ts';
import { strictSection } from './strict-section.ts';

/** Signatures that need a private key to make. A shared secret is none: whoever checks could also sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const;
const DEFAULT_KEY_FILE = 'toolscout.keys.json';
/** More than clocks of servers differ by; longer would be a longer life for every token. */
const CLOCK_SKEW: NumberRange = { min: 0, max: 300 };
const DEFAULT_CLOCK_SKEW_S = 30;
const NAMES = ['agent', 'profile', 'sandbox', 'channel'] as const;
const SINGLE = [...NAMES, 'toolsets', 'globs', 'views'] as const;

type Section = Readonly<Record<string, unknown>>;

/**
 * Reads the section `auth`. Strict, keys too: what is not followed here lets somebody in. Absent: nobody is asked.
 * `toPath` resolves from the folder of the file.
 */
export function readAuth(
  root: Section,
  reader: SettingsReader,
  toPath: (path: string) => string,
  book: PolicyBook,
): AuthSettings | undefined {
  refuseMistyped(root, reader);
  if (!Object.hasOwn(root, 'auth')) return undefined;
  const section = strictSection(root.auth, 'auth', ['keys', 'oauth'], reader);
  const keys = own(section, 'keys');
  const oauth = own(section, 'oauth');
  const settings: AuthSettings = {
    ...(keys === undefined || keys === false ? {} : { keys: { file: toPath(readKeyFile(keys, reader)) } }),
    ...(oauth === undefined ? {} : { oauth: readOAuth(oauth, reader, book) }),
  };
  if (settings.keys === undefined && settings.oauth === undefined) {
    return reader.fail('auth', 'names nothing by which a caller could be known; give it keys or oauth');
  }
  return settings;
}

function readKeyFile(value: unknown, reader: SettingsReader): string {
  if (value === true) return DEFAULT_KEY_FILE;
  const section = strictSection(value, 'auth.keys', ['file'], reader);
  return Object.hasOwn(section, 'file') ? reader.text(section.file, 'auth.keys.file') : DEFAULT_KEY_FILE;
}

function readOAuth(value: unknown, reader: SettingsReader, book: PolicyBook): OAuthSettings {
  const key = 'auth.oauth';
  const known = [
    ...['issuer', 'resource', 'audience', 'jwksUri', 'algorithms', 'clockSkewSeconds'],
    ...['scopes', 'claims', 'toolsets'],
  ];
  const section = strictSection(value, key, known, reader);
  for (const needed of ['issuer', 'resource']) {
    if (!Object.hasOwn(section, needed)) reader.fail(`${key}.${needed}`, 'is missing');
  }
  const resource = readUrl(section.resource, `${key}.resource`, reader);
  const { audience = resource, jwksUri, algorithms, clockSkewSeconds } = section;
  const toolsets = readToolsets(own(section, 'toolsets') ?? {}, reader);
  return {
    issuer: readUrl(section.issuer, `${key}.issuer`, reader),
    resource,
    audience: readTexts(audience, `${key}.audience`, reader),
    ...(jwksUri === undefined ? {} : { jwksUri: readUrl(jwksUri, `${key}.jwksUri`, reader) }),
    algorithms: algorithms === undefined ? [...ALGORITHMS] : readAlgorithms(algorithms, `${key}.algorithms`, reader),
    clockSkewSeconds:
      clockSkewSeconds === undefined
        ? DEFAULT_CLOCK_SKEW_S
        : reader.number(clockSkewSeconds, `${key}.clockSkewSeconds`, CLOCK_SKEW),
    scopes: readScopes(own(section, 'scopes') ?? {}, reader),
    claims: readClaims(own(section, 'claims') ?? {}, reader, book, toolsets),
    toolsets,
  };
}

function readAlgorithms(value: unknown, key: string, reader: SettingsReader): readonly string[] {
  const list = readTexts(value, key, reader);
  return list.map((one, index) => reader.oneOf(one, `${key}[${index}]`, ALGORITHMS));
}

function readScopes(value: unknown, reader: SettingsReader): OAuthSettings['scopes'] {
  const key = 'auth.oauth.scopes';
  const section = strictSection(value, key, CALLER_RIGHTS, reader);
  return Object.fromEntries(
    Object.entries(section).map(([right, scope]): [CallerRight, string] => {
      const text = reader.text(scope, `${key}.${right}`);
      if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) reader.fail(`${key}.${right}`, 'is no single OAuth scope');
      return [right as CallerRight, text];
    }),
  );
}

function readClaims(value: unknown, reader: SettingsReader, book: PolicyBook, toolsets: NamedRules): ClaimMapping {
  const key = 'auth.oauth.claims';
  const section = strictSection(value, key, ['id', 'filter', ...SINGLE], reader);
  const sources = Object.fromEntries(
    SINGLE.filter((name) => Object.hasOwn(section, name)).map((name) => [
      name,
      readSource(section[name], `${key}.${name}`, reader),
    ]),
  );
  for (const name of NAMES) {
    const table = POLICY_TABLES[name];
    if (sources[name] === undefined || book[table] !== undefined) continue;
    reader.fail(`${key}.${name}`, `says whose rules hold, but there are no policy.${table}: it would hold nobody back`);
  }
  if (sources.toolsets !== undefined && Object.keys(toolsets).length === 0) {
    reader.fail(`${key}.toolsets`, 'names sets of tools, but auth.oauth.toolsets has none: nobody could use anything');
  }
  return {
    id: Object.hasOwn(section, 'id') ? reader.text(section.id, `${key}.id`) : 'sub',
    filter: readFilterSources(own(section, 'filter') ?? {}, reader),
    ...sources,
  };
}

function readFilterSources(value: unknown, reader: SettingsReader): ClaimMapping['filter'] {
  const key = 'auth.oauth.claims.filter';
  if (!isObject(value)) return reader.fail(key, 'must be an object of claims by tag');
  for (const tag of Object.keys(value)) {
    try {
      readFilter({ [tag]: 'value' });
    } catch (error) {
      reader.fail(`${key}.${tag}`, `is no tag: ${errorMessage(error)}`);
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([tag, source]) => [tag, readSource(source, `${key}.${tag}`, reader)]),
  );
}

function readSource(value: unknown, key: string, reader: SettingsReader): ClaimSource {
  if (typeof value === 'string') return { claim: reader.text(value, key) };
  const section = strictSection(value, key, ['claim', 'default'], reader);
  const fallback = own(section, 'default');
  return {
    claim: reader.text(section.claim, `${key}.claim`),
    ...(fallback === undefined ? {} : { default: readTexts(fallback, `${key}.default`, reader) }),
  };
}

function readToolsets(value: unknown, reader: SettingsReader): NamedRules {
  const key = 'auth.oauth.toolsets';
  if (!isObject(value)) return reader.fail(key, 'must be an object of rules by name');
  return Object.fromEntries(
    Object.entries(value).map(([name, rules]) => {
      try {
        return [name, readPolicyRules(rules, `${key}.${name}`)];
      } catch (error) {
        return reader.fail(`${key}.${name}`, `cannot be used: ${errorMessage(error)}`);
      }
    }),
  );
}

/** A text or a list of texts, never empty. */
function readTexts(value: unknown, key: string, reader: SettingsReader): string[] {
  const list = typeof value === 'string' ? [reader.text(value, key)] : reader.textList(value, key);
  return list.length === 0 ? reader.fail(key, 'is an empty list') : list;
}

function readUrl(value: unknown, key: string, reader: SettingsReader): string {
  const text = reader.text(value, key);
  if (!isTrustworthy(text))
    return reader.fail(key, `is "${text}", but must be an https URL (http on this machine only)`);
  const { hash, search } = new URL(text);
  return hash === '' && search === '' ? text : reader.fail(key, 'must have neither query nor fragment');
}

/** Under a mistyped key it would leave the door open. */
function refuseMistyped(root: Section, reader: SettingsReader): void {
  for (const [key, value] of Object.entries(root)) {
    const isServer = isObject(value) && ('command' in value || 'url' in value);
    if (key === 'auth' || isServer || nearestKey(key, ['auth']) === undefined) continue;
    reader.fail(key, 'is not known; did you mean auth?');
  }
}
