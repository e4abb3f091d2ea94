import { readFile } from 'node:fs/promises';
import { errorMessage } from '../../errors.ts';
import { CLIENT_FORMATS } from './clients/table.ts';
import { type HostEnvironment, pathsOf, samePath } from './environment.ts';
import type { TextReader } from './expand.ts';
import type {
  ClientConfigFormat,
  ConfigLocation,
  ConfigProblem,
  ConfigScope,
  InputDefinition,
  RawServerEntry,
} from './format.ts';

/** One configuration that exists on this machine: a file, or one project's part of a file. */
export interface FoundConfig {
  readonly format: ClientConfigFormat;
  readonly scope: ConfigScope;
  readonly path: string;
  /** Project files: the project's folder. */
  readonly folder?: string;
  /** Set where the servers stand under one project inside a user's file. */
  readonly project?: string;
  readonly servers: readonly RawServerEntry[];
  readonly problems: readonly ConfigProblem[];
  readonly inputs: readonly InputDefinition[];
}

export interface FindOptions {
  /** Only these clients; absent: all. */
  readonly formats?: readonly ClientConfigFormat[];
  readonly readText?: TextReader;
}

/** Reads a text file: UTF-8, or UTF-16 with the mark that Windows PowerShell's `>` puts before what it writes. */
export const readTextFile: TextReader = async (path) => {
  const bytes = await readFile(path);
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  // The mark is kept for whoever writes the file back.
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
};

/**
 * The configurations of all clients, those of the project first: where two name the same server, the first one
 * counts. A file that cannot be read or parsed is listed with its problem; nothing throws.
 */
export async function findClientConfigs(
  environment: HostEnvironment,
  options: FindOptions = {},
): Promise<FoundConfig[]> {
  const { formats = CLIENT_FORMATS, readText = readTextFile } = options;
  const found: FoundConfig[] = [];
  for (const format of formats) {
    for (const location of format.locations(environment)) {
      found.push(...(await readLocation(format, location, environment, readText)));
    }
  }
  return [...found.filter(({ scope }) => scope === 'project'), ...found.filter(({ scope }) => scope === 'user')];
}

async function readLocation(
  format: ClientConfigFormat,
  location: ConfigLocation,
  environment: HostEnvironment,
  readText: TextReader,
): Promise<FoundConfig[]> {
  let text: string;
  try {
    text = await readText(location.path);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    const message = `the file cannot be read (${errorMessage(thrown)})`;
    return [{ format, ...location, servers: [], inputs: [], problems: [{ severity: 'error', message }] }];
  }
  const { servers, problems, inputs } = format.parse(text);
  const projects = new Set([...servers, ...problems].flatMap(({ project }) => project ?? []));
  const local = [...projects].filter((project) => samePath(project, environment.cwd, environment));
  const everywhere: FoundConfig = {
    format,
    ...location,
    servers: servers.filter(({ project }) => project === undefined),
    problems: problems.filter(({ project }) => project === undefined),
    inputs,
  };
  return [
    ...local.map(
      (project): FoundConfig => ({
        format,
        scope: 'project',
        path: location.path,
        folder: environment.cwd,
        project,
        servers: servers.filter((server) => server.project === project),
        problems: problems.filter((problem) => problem.project === project),
        inputs,
      }),
    ),
    everywhere,
  ];
}

/** Is this the error of a file that does not exist? */
export function isMissing(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Where a file of a client belongs: the user's own place, a project (its folder comes back), or neither, which counts
 * as the user's.
 */
export function locateConfig(format: ClientConfigFormat, path: string, environment: HostEnvironment): ConfigLocation {
  const known = format.locations(environment).find((location) => samePath(location.path, path, environment));
  if (known !== undefined) return known;
  const paths = pathsOf(environment);
  const parts = path.split(/[/\\]/);
  for (const file of format.projectFiles) {
    const depth = file.split('/').length;
    if (parts.slice(-depth).join('/') !== file) continue;
    return { scope: 'project', path, folder: paths.resolve(path, ...Array<string>(depth).fill('..')) };
  }
  return { scope: 'user', path };
}
