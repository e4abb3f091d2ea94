import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { ToolscoutError } from '../errors.ts';
import { type IssuedKey, KeyBook, type KeyInfo, type LoadedConfig } from '../gateway/index.ts';
import { resolvePath } from '../sources/index.ts';
import { singleLine } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { type GrantOptions, readDuration, readExpiry, readGrantOptions } from './keys-options.ts';
import { displayWidth, pad, wrap } from './layout.ts';
import { openConfig } from './open-tools.ts';

interface KeysOptions {
  readonly config?: string;
  readonly file?: string;
  readonly json?: boolean;
}

interface CreateOptions extends KeysOptions, GrantOptions {
  readonly expires: string;
}

interface RotateOptions extends KeysOptions {
  readonly overlap: string;
  readonly expires?: string;
}

/** Where the configuration names no file. */
const DEFAULT_FILE = 'toolscout.keys.json';

/** `toolscout keys`: the API keys by which callers over HTTP are known. */
export function registerKeys(program: Command, io: CliIo, finish: (code: number) => void): void {
  const keys = program
    .command('keys')
    .description('API keys for callers over HTTP: create, list, revoke, rotate')
    .addHelpText(
      'after',
      '\nKeys are looked at where the configuration has "auth": {"keys": true}. A running gateway follows every change.',
    );
  const add = (name: string, description: string): Command =>
    keys
      .command(name)
      .description(description)
      .option('--config <file>', 'configuration of the gateway (default: toolscout.json here)')
      .option('--file <file>', 'the file of keys itself (default: as configured, else toolscout.keys.json beside it)')
      .option('--json', 'JSON on stdout');
  add('create <name>', 'make a key and show it, this once')
    .option('--expires <when>', 'time until it ends (90d, 12h), a day, or never', '90d')
    .option('--may <rights>', 'use (tools), observe (metrics, dashboard), approve (calls); several by comma', 'use')
    .option('--agent <name>', 'whose rules of policy.agents hold')
    .option('--profile <name>', 'whose rules of policy.profiles hold')
    .option('--sandbox <name>', 'whose rules of policy.sandboxes hold')
    .option('--channel <name>', 'whose rules of policy.channels hold')
    .option('--filter <expr>', 'only tools whose tags pass, such as "tenant=t1"')
    .option('--allow <globs...>', 'only these tools, such as "github/*"')
    .option('--deny <globs...>', 'none of these tools')
    .option('--view <names...>', 'only these views; the first is the one at /mcp')
    .action(async (name: string, options: CreateOptions) => finish(await create(name, options, io)));
  add('list', 'show every key, never its secret').action(async (options: KeysOptions) =>
    finish(await list(options, io)),
  );
  add('revoke <key>', 'make a key worthless, by its name or id').action(async (key: string, options: KeysOptions) =>
    finish(await revoke(key, options, io)),
  );
  add('rotate <key>', 'make a new key for the same caller, and show it, this once')
    .option('--overlap <time>', 'how long the old one is still good', '24h')
    .option('--expires <when>', 'when the new one ends (default: when the old one would have)')
    .action(async (key: string, options: RotateOptions) => finish(await rotate(key, options, io)));
}

async function create(name: string, options: CreateOptions, io: CliIo): Promise<number> {
  if (!/^[\w.@-]{1,64}$/.test(name)) {
    throw new ToolscoutError('USAGE', `"${singleLine(name)}" cannot be the name of a key.`, {
      next: 'Use letters, digits and . _ @ -, 64 at most.',
    });
  }
  const { book, config, file } = await open(options, io);
  const expiresAt = readExpiry(options.expires, new Date());
  const grant = readGrantOptions(options);
  warnOfNothing(grant, config, io);
  const issued = book.create({ name, grant, ...(expiresAt === undefined ? {} : { expiresAt }) });
  show(issued, `Its digest is in ${file}`, options, io);
  if (config !== undefined && config.auth?.keys === undefined) {
    io.stderr('The configuration does not ask for keys yet. Add to it: "auth": {"keys": true}\n');
  }
  return EXIT.done;
}

async function list(options: KeysOptions, io: CliIo): Promise<number> {
  const { book, file } = await open(options, io);
  const keys = book.list();
  if (options.json === true) printJson(io, { file, keys });
  else if (keys.length === 0) io.stdout(`No keys in ${file}.\n`);
  else for (const key of keys) io.stdout(`${io.isOutputTty ? fitted(lineOf(key), io.columns) : lineOf(key)}\n`);
  return EXIT.done;
}

async function revoke(reference: string, options: KeysOptions, io: CliIo): Promise<number> {
  const { book } = await open(options, io);
  const key = book.revoke(reference);
  if (options.json === true) printJson(io, key);
  else io.stdout(`Revoked: ${key.name} (${key.id}). The next request with it is refused.\n`);
  return EXIT.done;
}

async function rotate(reference: string, options: RotateOptions, io: CliIo): Promise<number> {
  const { book } = await open(options, io);
  const expiresAt = options.expires === undefined ? undefined : readExpiry(options.expires, new Date());
  const issued = book.rotate(reference, {
    overlapMs: readDuration(options.overlap, '--overlap'),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const overlap =
    issued.overlapUntil === undefined
      ? 'The old one is worthless now.'
      : `The old one is good until ${issued.overlapUntil}.`;
  show(issued, overlap, options, io);
  return EXIT.done;
}

async function open(
  options: KeysOptions,
  io: CliIo,
): Promise<{ readonly book: KeyBook; readonly file: string; readonly config: LoadedConfig | undefined }> {
  const { environment } = io;
  const config = options.file === undefined ? await openConfig(options, io) : undefined;
  const file =
    config === undefined
      ? resolvePath(options.file!, environment.cwd, environment)
      : (config.auth?.keys?.file ?? join(dirname(config.path), DEFAULT_FILE));
  return { book: new KeyBook(file), file, config };
}

/** On stdout there is the key alone, so that it can go straight into where it is kept. */
function show(issued: IssuedKey, about: string, options: KeysOptions, io: CliIo): void {
  if (options.json === true) {
    printJson(io, issued);
    return;
  }
  io.stdout(`${issued.key}\n`);
  const end = issued.expiresAt === undefined ? 'never ends' : `ends ${issued.expiresAt}`;
  io.stderr(`Key "${issued.name}" (${issued.id}), ${end}; not shown again.\n${about}\n`);
}

/** Lists of tools have no blanks to break at; after a comma is as good a place. */
function fitted(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  const [first = '', ...below] = wrap(line.replaceAll(/,(?=")/g, ', '), columns - 2);
  return [first, ...below.map((one) => `  ${one}`)].join('\n');
}

function lineOf({ name, prefix, state, expiresAt, overlapUntil, grant }: KeyInfo): string {
  const end = expiresAt === undefined ? 'never ends' : `ends ${expiresAt.slice(0, 10)}`;
  const overlap = overlapUntil === undefined ? '' : `, the one before until ${overlapUntil}`;
  const { may, ...scope } = grant;
  const narrowed = Object.keys(scope).length === 0 ? '' : `  ${singleLine(JSON.stringify(scope))}`;
  return `${pad(name, 20)} ${prefix}  ${pad(state, 8)} ${end}${overlap}  may ${may.join(',')}${narrowed}`;
}

/** A key that shows nothing looks like one that is broken. */
function warnOfNothing(grant: ReturnType<typeof readGrantOptions>, config: LoadedConfig | undefined, io: CliIo): void {
  const book = config?.policy.book;
  for (const view of grant.views ?? []) {
    if (config === undefined || Object.hasOwn(config.views, view)) continue;
    io.stderr(`warning: there is no view "${view}" in the configuration: whoever has the key is refused\n`);
  }
  for (const [name, table] of [
    ['agent', book?.agents],
    ['profile', book?.profiles],
    ['sandbox', book?.sandboxes],
    ['channel', book?.channels],
  ] as const) {
    const given = grant[name];
    if (config !== undefined && given !== undefined && table === undefined) {
      io.stderr(`warning: there are no policy.${name}s in the configuration: --${name} holds nobody back\n`);
    }
    if (table === undefined || Object.hasOwn(table, '*') || (given !== undefined && Object.hasOwn(table, given)))
      continue;
    const known = Object.keys(table).join(', ');
    const whom = given === undefined ? `a key without --${name}` : `--${name} ${given}`;
    io.stderr(
      `warning: policy.${name}s has no rules for ${whom}, only for ${known === '' ? 'nobody' : known}: nothing may be used\n`,
    );
  }
}
