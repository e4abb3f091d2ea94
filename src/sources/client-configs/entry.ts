import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import type { EntryDialect } from './dialect.ts';
import { type EntryDraft, readDraft } from './draft.ts';
import { describeType, EntryReport } from './fields.ts';
import type { ConfigProblem, RawEndpoint, RawServerEntry } from './format.ts';
import { findLiteralSecrets } from './secrets.ts';

/**
 * Reads a table of server entries. A bad entry is reported by name and field and left out; the others stay. Order is
 * the file's.
 */
export function readEntries(
  table: Readonly<Record<string, unknown>>,
  dialect: EntryDialect,
): { servers: RawServerEntry[]; problems: ConfigProblem[] } {
  const servers: RawServerEntry[] = [];
  const problems: ConfigProblem[] = [];
  for (const [name, value] of Object.entries(table)) {
    const report = new EntryReport(name);
    const entry = readEntry(name, value, dialect, report);
    if (entry !== undefined) servers.push(entry);
    problems.push(...report.problems);
  }
  return { servers, problems };
}

function readEntry(
  name: string,
  value: unknown,
  dialect: EntryDialect,
  report: EntryReport,
): RawServerEntry | undefined {
  if (name.trim() === '') return report.error(undefined, 'the name of the server is empty');
  if (!isObject(value)) {
    return report.error(undefined, `the entry must be an object such as {"command": …}, not ${describeType(value)}`);
  }
  const draft = readDraft(value, dialect, report);
  const endpoint = toEndpoint(draft, value, dialect, report);
  if (endpoint === undefined || report.hasErrors) return undefined;
  return {
    name,
    endpoint,
    disabled: draft.disabled,
    ...(draft.allowTools === undefined ? {} : { allowTools: draft.allowTools }),
    ...(draft.denyTools === undefined ? {} : { denyTools: draft.denyTools }),
    ...(draft.examples === undefined ? {} : { examples: draft.examples }),
    ...(draft.sessions === undefined ? {} : { sessions: draft.sessions }),
    ...draft.timeouts,
    ...draft.requests,
    syntax: dialect.syntax,
    literalSecrets: findLiteralSecrets(endpoint, dialect.syntax),
  };
}

function toEndpoint(
  draft: EntryDraft,
  entry: Readonly<Record<string, unknown>>,
  dialect: EntryDialect,
  report: EntryReport,
): RawEndpoint | undefined {
  const [firstUrl] = draft.urls;
  if (draft.command !== undefined && firstUrl !== undefined) {
    return report.error(firstUrl.key, `command and ${firstUrl.key} exclude each other; keep one`);
  }
  if (draft.command !== undefined) {
    if (draft.type !== undefined && draft.type !== 'stdio') {
      return report.error(draft.typeKey, `${draft.typeKey} says remote, but the entry has a command and no url`);
    }
    return {
      kind: 'stdio',
      command: draft.command,
      args: draft.args,
      env: draft.env,
      ...(draft.cwd === undefined ? {} : { cwd: draft.cwd }),
      ...(draft.envFile === undefined ? {} : { envFile: draft.envFile }),
      passedEnv: draft.passedEnv,
    };
  }
  if (firstUrl === undefined) {
    // A command or url that was there but wrong has been reported already.
    if (!report.hasErrors) reportNoEndpoint(entry, dialect, report);
    return undefined;
  }
  if (draft.type === 'stdio') {
    return report.error(draft.typeKey, `${draft.typeKey} says stdio, but the entry has ${firstUrl.key} and no command`);
  }
  const chosen = draft.urls.find((url) => url.kind === 'http') ?? firstUrl;
  for (const other of draft.urls) {
    if (other !== chosen && other.text !== chosen.text)
      report.warn(other.key, `${other.key} is ignored: ${chosen.key} wins`);
  }
  return {
    kind: draft.type ?? chosen.kind,
    url: chosen.text,
    headers: draft.headers,
    headerVariables: draft.headerVariables,
    ...(draft.oauth === undefined ? {} : { oauth: draft.oauth }),
  };
}

function reportNoEndpoint(
  entry: Readonly<Record<string, unknown>>,
  dialect: EntryDialect,
  report: EntryReport,
): undefined {
  const typo = Object.keys(entry)
    .filter((key) => !Object.hasOwn(dialect.keys, key))
    .map((key) => ({ key, meant: nearestKey(key, ['command', ...urlKeys(dialect)]) }))
    .find(({ meant }) => meant !== undefined);
  const hint = typo === undefined ? '' : `; did you mean ${typo.meant} instead of ${typo.key}?`;
  return report.error(
    'command',
    `the entry has neither command nor ${urlKeys(dialect).join(' or ')}${hint}`,
    typo?.meant,
  );
}

function urlKeys(dialect: EntryDialect): string[] {
  return Object.entries(dialect.keys).flatMap(([key, meaning]) =>
    typeof meaning === 'object' && 'url' in meaning ? [key] : [],
  );
}
