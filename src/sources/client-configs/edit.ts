import { stringify as toToml } from 'smol-toml';
import { ToolscoutError } from '../../errors.ts';
import { isObject, own, stableStringify } from '../../shared/json.ts';
import { readDocument, withoutByteOrderMark } from './document.ts';
import type { ClientConfigFormat, LaunchCommand } from './format.ts';
import { editJson } from './json-edit.ts';

/**
 * A client's file with one server entry set, everything else (comments, order, layout) as it was. Nothing is written.
 * Throws `CONFIG_INVALID` where the text cannot be parsed or cannot be edited without touching other content.
 */
export function setServer(format: ClientConfigFormat, text: string, name: string, launch: LaunchCommand): string {
  const serversPath = format.serversPath(text);
  return edit(format, text, [...serversPath, name], format.toEntry(launch, serversPath));
}

/** As {@link setServer}, with the entry as it stands in the file, in the client's own shape. */
export function setRawServer(format: ClientConfigFormat, text: string, name: string, entry: unknown): string {
  return edit(format, text, [...format.serversPath(text), name], entry);
}

/** A client's file without one server entry; the same text where there is none. */
export function removeServer(format: ClientConfigFormat, text: string, name: string): string {
  const path = [...format.serversPath(text), name];
  return rawServer(format, text, name) === undefined ? text : edit(format, text, path, undefined);
}

/** The entry under a name as the file has it, or undefined. */
export function rawServer(format: ClientConfigFormat, text: string, name: string): unknown {
  if (text.trim() === '') return undefined;
  return valueAt(parseOrThrow(format, text), [...format.serversPath(text), name]);
}

function edit(format: ClientConfigFormat, text: string, path: readonly string[], value: unknown): string {
  const body = withoutByteOrderMark(text);
  const mark = text.slice(0, text.length - body.length);
  const before = body.trim() === '' ? {} : parseOrThrow(format, body);
  const after = format.language === 'toml' ? editToml(body, path, value) : editJson(body, path, value);
  // Whatever the editing did, the content must have changed in this place and nowhere else.
  const document = readDocument(after, format.language);
  const expected = withValueAt(before, path, value);
  if (!document.ok || contentOf(document.root, path) !== contentOf(expected, path)) {
    throw new ToolscoutError(
      'CONFIG_INVALID',
      `the ${format.title} file cannot be edited safely at ${path.join('.')}`,
      {
        next: 'Make the change by hand.',
      },
    );
  }
  return mark + after;
}

function parseOrThrow(format: ClientConfigFormat, text: string): Record<string, unknown> {
  const document = readDocument(text, format.language);
  if (document.ok) return document.root;
  const { message, line, column } = document;
  throw new ToolscoutError(
    'CONFIG_INVALID',
    `the ${format.title} file is not valid: ${message} (line ${line}, column ${column})`,
    {
      next: 'Repair the file, then try again.',
      details: { line, column },
    },
  );
}

/** TOML has no editing library that keeps comments, so whole tables are cut out and appended as text. */
function editToml(text: string, path: readonly string[], value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const [start, end] = findTable(lines, path);
  const table = value === undefined ? [] : tableLines(path, value);
  if (start !== -1) {
    // The blank line above a removed table goes with it.
    const from = value === undefined && start > 0 && lines[start - 1]?.trim() === '' ? start - 1 : start;
    lines.splice(from, end - from, ...table);
    return lines.join(eol);
  }
  if (value === undefined) return text;
  const kept = text.trimEnd();
  return `${kept}${kept === '' ? '' : eol + eol}${table.join(eol)}${eol}`;
}

function tableLines(path: readonly string[], value: unknown): string[] {
  const body = isObject(value) ? toToml(value).trimEnd().split('\n') : [];
  return [`[${path.map(tomlKey).join('.')}]`, ...body];
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** Line range of a table and its subtables, without the comments that belong to the next table. */
function findTable(lines: readonly string[], path: readonly string[]): readonly [start: number, end: number] {
  const isHeader = (line: string): boolean => /^\s*\[/.test(line);
  const belongs = (line: string): boolean => {
    const keys = headerKeys(line);
    return keys !== undefined && path.every((key, index) => keys[index] === key);
  };
  const start = lines.findIndex((line) => isHeader(line) && belongs(line));
  if (start === -1) return [-1, -1];
  let end = start + 1;
  while (end < lines.length && !(isHeader(lines[end]!) && !belongs(lines[end]!))) end++;
  while (end > start + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1]!)) end--;
  return [start, end];
}

/** `[a."b c".d]` → a, b c, d; undefined for a line that is no plain table header. */
function headerKeys(line: string): string[] | undefined {
  const inside = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
  if (inside === undefined) return undefined;
  const keys = inside.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g) ?? [];
  return keys.map((key) => (/^["']/.test(key) ? key.slice(1, -1) : key));
}

/** Comparable content. An empty table of servers is the same as none: TOML has no other way to write it. */
function contentOf(root: Readonly<Record<string, unknown>>, path: readonly string[]): string {
  const serversPath = path.slice(0, -1);
  const servers = valueAt(root, serversPath);
  const empty = isObject(servers) && Object.keys(servers).length === 0;
  return stableStringify(empty ? withValueAt(root, serversPath, undefined) : root);
}

function valueAt(root: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? own(value, key) : undefined), root);
}

/** A copy of `root` with a value set or (undefined) removed; tables on the way are made as needed. */
function withValueAt(
  root: Readonly<Record<string, unknown>>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [key, ...rest] = path;
  const entries = Object.entries(root).filter(([name]) => name !== key);
  if (rest.length > 0) {
    const inner = own(root, key!);
    return Object.fromEntries([...entries, [key!, withValueAt(isObject(inner) ? inner : {}, rest, value)]]);
  }
  return Object.fromEntries(value === undefined ? entries : [...entries, [key!, value]]);
}
