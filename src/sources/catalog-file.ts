import { basename } from 'node:path';
import { ToolscoutError } from '../errors.ts';
import { isObject, own } from '../shared/json.ts';
import type { ToolEntry } from '../tools/index.ts';
import { frozenEntry, invalid, parseRow, type RowPlace, toRecordedEntry, toToolEntry } from './catalog-entry.ts';
import { isApiDocument, openApiEntries, parseApiDocument, readApiDocument } from './openapi/index.ts';
import { readLines, readText } from './read-lines.ts';
import { RowReader } from './row-reader.ts';

/**
 * Reads a catalogue file into entries, in file order. Four shapes, each also as `*.gz`:
 * - JSON Lines (any name but `*.json`): a tool a line, `{id?, name, description?, parameters? | inputSchema?, server?,
 *   tags? | acl?, examples?, …}`; ids are kept verbatim.
 * - `*.json` with an array of the same objects.
 * - `*.json` with `{"tools": […]}`, as an MCP server answers tools/list; the file's name stands for the server's.
 * - `*.json`, `*.yaml` or `*.yml` with an OpenAPI or Swagger document; the file's name stands for the service's.
 */
export async function readCatalogFile(path: string): Promise<ToolEntry[]> {
  return isDocument(path) ? [...(await readDocument(path))] : await readJsonLines(path);
}

/** One row of a catalogue file: its entry, or what is wrong with it. */
export type CatalogRow = { readonly entry: ToolEntry } | { readonly error: ToolscoutError };

/**
 * Streams a catalogue file of any of the shapes of {@link readCatalogFile}, row by row: a bad one spoils no other, and
 * only JSON Lines may be larger than memory. Of its tools with equal `parameters`, these may be one object; nothing else is
 * shared, and nothing else frozen, since most rows pass by once.
 * @param onRead told how many bytes of the file have been read.
 * @throws ToolscoutError where the file as a whole cannot be read.
 */
export async function* readCatalogRows(path: string, onRead?: (bytes: number) => void): AsyncGenerator<CatalogRow> {
  if (isDocument(path)) {
    for (const entry of await readDocument(path)) yield { entry };
    return;
  }
  const rows = new RowReader();
  for await (const { text, number } of readLines(path, onRead)) yield readRow(rows, text, `${path}:${number}`);
}

function readRow(rows: RowReader, text: string, place: RowPlace): CatalogRow {
  try {
    return { entry: rows.read(text, place) };
  } catch (error) {
    if (error instanceof ToolscoutError) return { error };
    throw error;
  }
}

async function readJsonLines(path: string): Promise<ToolEntry[]> {
  const entries: ToolEntry[] = [];
  const places = new Map<string, number>();
  for await (const { text, number } of readLines(path)) {
    const place = `${path}:${number}`;
    const entry = frozenEntry(toToolEntry(parseRow(text, place), place));
    if (entry.id !== undefined) {
      const first = places.get(entry.id);
      if (first !== undefined) {
        throw invalid(place, `repeats the id "${entry.id}" of line ${first}`, 'Make ids unique.');
      }
      places.set(entry.id, number);
    }
    entries.push(entry);
  }
  return entries;
}

async function readDocument(path: string): Promise<readonly ToolEntry[]> {
  const text = await readText(path);
  if (YAML.test(path)) return openApiEntries(parseApiDocument(text, path), serverName(path));
  const document = parseRow(text, path);
  if (isApiDocument(document)) return openApiEntries(readApiDocument(document, path), serverName(path));
  const rows = isObject(document) ? own(document, 'tools') : document;
  if (!Array.isArray(rows)) {
    throw invalid(path, 'holds no list of tools', 'Use an array of tools, {"tools": […]}, or JSON Lines as *.jsonl.');
  }
  const place = (i: number): RowPlace => `${path}, tool ${i + 1},`;
  if (Array.isArray(document)) return rows.map((row, i) => frozenEntry(toToolEntry(row, place(i))));
  return rows.map((row, i) => toRecordedEntry(row, place(i), serverName(path)));
}

const DOCUMENT = /\.(?:json|ya?ml)(\.gz)?$/i;
const YAML = /\.ya?ml(\.gz)?$/i;
const isDocument = (path: string): boolean => DOCUMENT.test(path);
const serverName = (path: string): string => basename(path).replace(DOCUMENT, '');
