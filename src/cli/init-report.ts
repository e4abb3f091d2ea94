import type { LoadedConfig } from '../gateway/index.ts';
import { type FoundConfig, isOwnGateway, shortPath } from '../sources/index.ts';
import type { CliIo } from './io.ts';
import { plural, wrap } from './layout.ts';

/** Prints what `init` found: each file with its servers, then what needs a look. Secrets by field, never by value. */
export function printFound(found: readonly FoundConfig[], loaded: LoadedConfig, io: CliIo): void {
  if (found.length === 0) {
    for (const line of wrap(
      'No MCP servers were found in the files of the clients that toolscout knows.',
      io.columns,
    )) {
      io.stdout(`${line}\n`);
    }
    return;
  }
  const servers = found.reduce((sum, config) => sum + config.servers.length, 0);
  io.stdout(`Found ${plural(servers, 'server')} in ${plural(found.length, 'configuration')}:\n`);
  for (const config of found) printConfig(config, io);

  const leftOut = new Set(found.flatMap(({ problems }) => problems.map(({ server }) => server)));
  const failed = loaded.failed.filter(({ name }) => !leftOut.has(name));
  printList(
    'Not usable as things are now:',
    failed.map(({ name, message }) => `${name}: ${message}`),
    io,
  );
  printList(
    'Look at:',
    loaded.warnings.map(({ message }) => message),
    io,
  );
}

function printConfig(config: FoundConfig, io: CliIo): void {
  const { format, scope, path, servers, problems } = config;
  const whose = scope === 'project' ? 'this project' : 'yours';
  io.stdout(`\n${format.title} (${whose})  ${shortPath(path, io.environment.cwd, io.environment)}\n`);
  const others = servers.filter((server) => !isOwnGateway(server));
  const namesOf = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(', ');
  printRow('servers', namesOf(others.filter(({ disabled }) => !disabled)), io);
  printRow('off', namesOf(others.filter(({ disabled }) => disabled)), io);
  printRow('itself', namesOf(servers.filter(isOwnGateway)), io);
  for (const { server, message, severity, line } of problems) {
    if (severity === 'error') {
      const place = line === undefined ? '' : ` (line ${line})`;
      printRow('left out', `${server ?? 'the file'}: ${message}${place}`, io);
    }
  }
  const secrets = others.flatMap(({ name, literalSecrets }) => literalSecrets.map((field) => `${name} ${field}`));
  if (secrets.length > 0) printRow('secrets', `${secrets.join(', ')} (in plain text; they stay in that file)`, io);
}

/** A label and its text, continued under the text. */
function printRow(label: string, text: string, io: CliIo): void {
  if (text === '') return;
  const indent = ' '.repeat(12);
  const [first, ...rest] = wrap(text, io.columns, indent);
  io.stdout(`  ${label.padEnd(10)}${first!.trimStart()}\n`);
  for (const line of rest) io.stdout(`${line}\n`);
}

function printList(title: string, items: readonly string[], io: CliIo): void {
  if (items.length === 0) return;
  io.stdout(`\n${title}\n`);
  for (const item of items) {
    const [first, ...rest] = wrap(item, io.columns, '    ');
    io.stdout(`  ${first!.trimStart()}\n`);
    for (const line of rest) io.stdout(`${line}\n`);
  }
}

/** Why fewer servers will run than were found; empty where all of them will. */
export function differenceWords(found: readonly FoundConfig[], loaded: LoadedConfig): string {
  const entries = found.flatMap(({ servers }) => servers);
  const itself = entries.filter(isOwnGateway).length;
  const unusable = loaded.failed.filter(({ name }) => entries.some((entry) => entry.name === name)).length;
  const off = loaded.disabled.length;
  const again = entries.length - loaded.servers.length - itself - unusable - off;
  const parts = [
    [off, 'switched off'],
    [unusable, 'not usable as things are now'],
    [again, 'named in an earlier file already'],
    [itself, 'this gateway itself'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return said.length === 0 ? '' : `Of the ${entries.length} found, not counted: ${said.join(', ')}.`;
}

/** What `--json` says of one file. */
export function toFoundJson(config: FoundConfig): Record<string, unknown> {
  const { format, scope, path, project, servers, problems } = config;
  return {
    client: format.id,
    title: format.title,
    scope,
    path,
    ...(project === undefined ? {} : { project }),
    servers: servers.filter((server) => !isOwnGateway(server) && !server.disabled).map(({ name }) => name),
    disabled: servers.filter(({ disabled }) => disabled).map(({ name }) => name),
    itself: servers.filter(isOwnGateway).map(({ name }) => name),
    problems,
    literalSecrets: servers
      .filter(({ literalSecrets }) => literalSecrets.length > 0)
      .map(({ name, literalSecrets }) => ({ server: name, fields: literalSecrets })),
  };
}
