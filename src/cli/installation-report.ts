import { type ClientConfigFormat, isOwnGateway, type LaunchCommand, shortPath } from '../sources/index.ts';
import type { CliIo } from './io.ts';
import { shellQuote } from './shell-quote.ts';

/** What is to become of a client's file. */
export interface Change {
  readonly action: 'add' | 'replace' | 'remove' | 'restore' | 'delete' | 'none';
  readonly after: string;
  /** The backup that `restore` uses up. */
  readonly from?: string;
}

/** What came of an installation. */
export interface Outcome {
  /** The client's file. */
  readonly path: string;
  readonly change: Change;
  readonly diff: readonly string[];
  readonly written: boolean;
  /** How the client starts the gateway; absent for `--undo`. */
  readonly launch: LaunchCommand | undefined;
  readonly backup?: string | undefined;
}

/** What to tell a person at the end, in paragraphs. */
export function installationWords(
  { path, change, written, launch, backup }: Outcome,
  format: ClientConfigFormat,
  name: string,
  options: { readonly scope?: string },
  io: CliIo,
): string[] {
  const { title, id } = format;
  const short = (full: string): string => shortPath(full, io.environment.cwd, io.environment);
  const direct = launch === undefined ? [] : directWords(directServers(format, change.after), title);
  if (change.action === 'none') {
    return launch === undefined
      ? [`${short(path)} has no entry ${name}; there is nothing to undo.`]
      : [`${title} has this entry already; nothing to do.`, ...direct];
  }
  const project = launch !== undefined && options.scope === 'project';
  const machine = project ? [machineWords(short(path))] : [];
  if (!written) return ['Nothing was written (--dry-run).', ...machine];
  const kept = backup === undefined ? [] : [`Backup: ${short(backup)}`];
  if (change.action === 'restore') return [`${short(path)} is as it was before. Restart ${title}.`];
  if (change.action === 'delete')
    return [`Deleted ${short(path)}, which toolscout had made and which held nothing else. Restart ${title}.`];
  if (change.action === 'remove') return [`Took ${name} out of ${title}. Restart ${title}.`, ...kept];
  const scope = project ? ' --scope project' : '';
  const quoted = shellQuote(name, io.environment.platform);
  const flags = name === 'toolscout' ? scope : `${scope} --name ${quoted}`;
  return [
    `${title} now starts toolscout${name === 'toolscout' ? '' : ` as ${name}`}. Restart ${title} to see it.`,
    ...kept,
    `Undo: toolscout install ${id} --undo${flags}`,
    ...machine,
    ...direct,
  ];
}

/** A file of a project is often shared; this entry works on one machine. */
export function machineWords(path: string): string {
  return `The entry names paths of this machine. Where ${path} is under version control, do not commit it as it is: others need their own "toolscout install".`;
}

/** Servers that a client goes on starting itself, so that their tools are shown beside the gateway's. */
export function directServers(format: ClientConfigFormat, text: string): string[] {
  const { servers } = format.parse(text);
  return servers
    .filter((server) => server.project === undefined && !server.disabled && !isOwnGateway(server))
    .map(({ name }) => name);
}

function directWords(direct: readonly string[], title: string): string[] {
  if (direct.length === 0) return [];
  return [
    `${title} still starts these itself and shows all their tools: ${direct.join(', ')}.`,
    'To have them behind toolscout alone, move their entries from there into "mcpServers" of toolscout.json. Or, where the client can, switch them off there and add "includeDisabled": true to the import.',
  ];
}
