import { errorMessage } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import {
  CLIENT_IDS,
  type ClientConfigFormat,
  clientFormat,
  describeType,
  type HostEnvironment,
  isMissing,
  locateConfig,
  pathsOf,
  resolvePath,
  samePath,
  shortPath,
  type TextReader,
} from '../../sources/index.ts';
import type { ServerList } from './server-list.ts';
import type { SettingsReader } from './settings-reader.ts';

/** One entry of `imports`: a client's file that is read at each load and never copied. */
export interface ImportSpec {
  readonly client: ClientConfigFormat;
  /** Absolute. */
  readonly path: string;
  /** Only these servers; absent: all. */
  readonly servers?: readonly string[];
  readonly exclude: readonly string[];
  /** Claude Code: take the servers that the file keeps for this project instead of those for everywhere. */
  readonly project?: string;
  /** Take servers that the client has switched off: they run here instead of there. */
  readonly includeDisabled: boolean;
  /** Its key, `imports[0]`. */
  readonly key: string;
}

const KEYS = ['client', 'path', 'servers', 'exclude', 'project', 'includeDisabled'];

/** Reads the section `imports`. An entry that is wrong becomes a warning: the other files still count. */
export function readImports(
  root: Readonly<Record<string, unknown>>,
  folder: string,
  environment: HostEnvironment,
  reader: SettingsReader,
): ImportSpec[] {
  if (!Object.hasOwn(root, 'imports')) return [];
  const section = root.imports;
  if (!Array.isArray(section)) return reader.fail('imports', `must be a list, not ${describeType(section)}`);
  return section.flatMap((value: unknown, index) => {
    const key = `imports[${index}]`;
    if (!isObject(value)) {
      reader.warn(key, `${key} must be an object such as {"client": "cursor", "path": …}, not ${describeType(value)}`);
      return [];
    }
    reader.unknownKeys(value, key, KEYS);
    return readImport(value, key, folder, environment, reader) ?? [];
  });
}

function readImport(
  value: Readonly<Record<string, unknown>>,
  key: string,
  folder: string,
  environment: HostEnvironment,
  reader: SettingsReader,
): ImportSpec | undefined {
  const { client, path, servers, exclude, project, includeDisabled } = value;
  const skip = (field: string, message: string, nearest?: string): undefined =>
    reader.warn(`${key}.${field}`, `${key}.${field} ${message}; this import is left out`, nearest) as undefined;
  const format = typeof client === 'string' ? clientFormat(client) : undefined;
  if (format === undefined) {
    const nearest = typeof client === 'string' ? nearestKey(client, CLIENT_IDS) : undefined;
    return skip('client', `must be one of ${CLIENT_IDS.join(', ')}`, nearest);
  }
  if (typeof path !== 'string' || path === '')
    return skip('path', `must be the path of a file, not ${describeType(path)}`);
  if (servers !== undefined && !isTextList(servers)) return skip('servers', 'must be a list of names');
  if (exclude !== undefined && !isTextList(exclude)) return skip('exclude', 'must be a list of names');
  if (project !== undefined && typeof project !== 'string') return skip('project', 'must be the path of a folder');
  if (includeDisabled !== undefined && typeof includeDisabled !== 'boolean') {
    return skip('includeDisabled', 'must be true or false');
  }
  return {
    client: format,
    path: resolvePath(path, folder, environment),
    ...(servers === undefined ? {} : { servers }),
    exclude: exclude ?? [],
    ...(project === undefined ? {} : { project: resolvePath(project, folder, environment) }),
    includeDisabled: includeDisabled ?? false,
    key,
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Reads an imported file and adds its servers. A file that is gone or broken costs its own servers only. */
export async function addImport(
  spec: ImportSpec,
  list: ServerList,
  environment: HostEnvironment,
  readText: TextReader,
): Promise<void> {
  const file = shortPath(spec.path, environment.cwd, environment);
  const parsed = await parseImported(spec, readText);
  if (typeof parsed === 'string') {
    failImport(spec, list, file, parsed);
    return;
  }
  const { project } = spec;
  const here = (owner: string | undefined): boolean =>
    project === undefined ? owner === undefined : owner !== undefined && samePath(owner, project, environment);
  const wanted = (name: string): boolean => (spec.servers?.includes(name) ?? true) && !spec.exclude.includes(name);
  const { folder = project } = locateConfig(spec.client, spec.path, environment);
  const known = parsed.servers.filter((entry) => here(entry.project));
  const problems = parsed.problems.filter((problem) => here(problem.project) || problem.server === undefined);
  await list.add({
    entries: known.filter(({ name }) => wanted(name)),
    problems: problems.filter(({ server }) => server === undefined || wanted(server)),
    scope: {
      environment,
      workspaceFolder: folder ?? environment.cwd,
      baseFolder: folder ?? pathsOf(environment).dirname(spec.path),
      // The client of a project starts its servers there, and their arguments count on it.
      ...(folder === undefined ? {} : { defaultCwd: folder }),
      inputs: parsed.inputs,
      readText,
    },
    file: project === undefined ? file : `${file} for ${shortPath(project, environment.cwd, environment)}`,
    keyOf: () => spec.key,
    includeDisabled: spec.includeDisabled,
  });
  for (const name of spec.servers ?? []) {
    if (known.some((entry) => entry.name === name) || problems.some(({ server }) => server === name)) continue;
    const nearest = nearestKey(
      name,
      known.map((entry) => entry.name),
    );
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    list.fail(name, `${file} has no server of this name${hint}`, `${file} (${name})`);
  }
}

async function parseImported(
  spec: ImportSpec,
  readText: TextReader,
): Promise<ReturnType<ClientConfigFormat['parse']> | string> {
  let text: string;
  try {
    text = await readText(spec.path);
  } catch (thrown) {
    return isMissing(thrown) ? 'the file does not exist' : `the file cannot be read (${errorMessage(thrown)})`;
  }
  const parsed = spec.client.parse(text);
  const broken = parsed.problems.find(({ line, server, severity }) => {
    return severity === 'error' && server === undefined && line !== undefined;
  });
  if (broken === undefined) return parsed;
  return `the file is not valid: ${broken.message} (line ${broken.line}, column ${broken.column})`;
}

function failImport(spec: ImportSpec, list: ServerList, file: string, reason: string): void {
  list.warnings.push({ path: `${spec.key}.path`, message: `${file}: ${reason}; its servers are left out` });
  for (const name of spec.servers ?? []) list.fail(name, `${file}: ${reason}`, `${file} (${name})`);
}
