import { isObject, own } from '../../../shared/json.ts';
import type { EntryDialect } from '../dialect.ts';
import { readDocument } from '../document.ts';
import { readEntries } from '../entry.ts';
import { describeType } from '../fields.ts';
import type { ConfigProblem, InputDefinition, ParsedClientConfig } from '../format.ts';

/**
 * Parses a file and hands its top level to `read`. A file that cannot be parsed becomes one problem with its place;
 * keys written twice become warnings.
 */
export function parseWith(
  text: string,
  language: 'jsonc' | 'toml',
  read: (root: Readonly<Record<string, unknown>>) => Partial<ParsedClientConfig>,
): ParsedClientConfig {
  const document = readDocument(text, language);
  if (!document.ok) {
    const { message, line, column } = document;
    return { servers: [], inputs: [], problems: [{ severity: 'error', message, line, column }] };
  }
  const parsed = read(document.root);
  const twice = document.duplicates.map(
    ({ path, line }): ConfigProblem => ({
      severity: 'warning',
      message: `${path.join('.')} is written twice; the last one counts`,
      line,
    }),
  );
  return { servers: [], inputs: [], ...parsed, problems: [...twice, ...(parsed.problems ?? [])] };
}

/** The entries under one key of `root`. A missing key is no servers; anything but an object there is a problem. */
export function readServers(
  root: Readonly<Record<string, unknown>>,
  key: string,
  dialect: EntryDialect,
): Pick<ParsedClientConfig, 'servers' | 'problems'> {
  const table = own(root, key);
  if (table === undefined || table === null) return { servers: [], problems: [] };
  if (!isObject(table)) {
    const message = `${key} must be an object of servers, not ${describeType(table)}`;
    return { servers: [], problems: [{ severity: 'error', field: key, message }] };
  }
  return readEntries(table, dialect);
}

/** VS Code's `inputs`; entries without an id are of no use and left out. */
export function readInputs(root: Readonly<Record<string, unknown>>): InputDefinition[] {
  const inputs = own(root, 'inputs');
  if (!Array.isArray(inputs)) return [];
  return inputs.filter(isObject).flatMap((input) => {
    const { id, description, default: preset } = input;
    if (typeof id !== 'string') return [];
    return [
      {
        id,
        ...(typeof description === 'string' ? { description } : {}),
        ...(typeof preset === 'string' ? { default: preset } : {}),
      },
    ];
  });
}
