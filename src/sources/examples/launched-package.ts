import type { TransportSpec } from '../server-spec.ts';

/** Programs that fetch and run an npm package. With subcommands, one of them must come first. */
const RUNNERS: Readonly<Record<string, readonly string[] | undefined>> = {
  npx: [],
  bunx: [],
  pnpx: [],
  npm: ['exec', 'x'],
  pnpm: ['dlx', 'exec'],
  yarn: ['dlx'],
  bun: ['x'],
};
/** Options of the runners whose value is the next word and no package. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  '--registry',
  '--cache',
  '--prefix',
  '--node-options',
  '-c',
  '--call',
]);
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const IN_NODE_MODULES = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)(?=\/|$)/g;

/**
 * The npm package that a server is started from: `npx -y PACKAGE@VERSION` and its kin, also behind `cmd /c`, or a path
 * through `node_modules/PACKAGE`. Undefined where the launch does not tell, such as `docker run` or a remote server.
 */
export function launchedPackage(transport: TransportSpec): string | undefined {
  if (transport.kind !== 'stdio') return undefined;
  const words = unwrapShell([transport.command, ...transport.args]);
  return packageOfRunner(words) ?? packageInPath(words);
}

function unwrapShell(words: readonly string[]): readonly string[] {
  const [program = '', flag = '', ...rest] = words;
  const name = programName(program);
  if (name === 'cmd' && /^\/c$/i.test(flag)) return rest;
  if ((name === 'sh' || name === 'bash') && /^-l?c$/.test(flag)) return (rest[0] ?? '').trim().split(/\s+/);
  return words;
}

function packageOfRunner([program = '', ...args]: readonly string[]): string | undefined {
  const subcommands = Object.hasOwn(RUNNERS, programName(program)) ? RUNNERS[programName(program)] : undefined;
  if (subcommands === undefined) return undefined;
  const words = subcommands.length === 0 ? args : args.slice(1);
  if (subcommands.length > 0 && !subcommands.includes(args[0] ?? '')) return undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-p' || word === '--package') return packageName(words[at + 1] ?? '');
    if (word.startsWith('--package=')) return packageName(word.slice('--package='.length));
    if (WITH_VALUE.has(word)) at++;
    else if (!word.startsWith('-')) return packageName(word);
  }
  return undefined;
}

function packageInPath(words: readonly string[]): string | undefined {
  for (const word of words) {
    // The innermost one: the outer ones only led to it.
    const [, name] = [...word.replaceAll('\\', '/').matchAll(IN_NODE_MODULES)].at(-1) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** `@scope/name@1.2.3` → `@scope/name`. */
function packageName(spec: string): string | undefined {
  const version = spec.indexOf('@', 1);
  const name = version === -1 ? spec : spec.slice(0, version);
  return PACKAGE_NAME.test(name) ? name : undefined;
}

function programName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}
