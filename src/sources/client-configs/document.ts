import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { parse as parseTomlText, TomlError } from 'smol-toml';
import { isObject } from '../../shared/json.ts';

/** The content of a configuration file, or why it has none. Places are 1-based. */
export type ConfigDocument =
  | { readonly ok: true; readonly root: Record<string, unknown>; readonly duplicates: readonly DuplicateKey[] }
  | { readonly ok: false; readonly message: string; readonly line: number; readonly column: number };

/** A key written twice in one object; JSON parsers keep the last one without a word. */
export interface DuplicateKey {
  /** Path of the object's keys and, last, the key itself. */
  readonly path: readonly string[];
  readonly line: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Windows editors like to put a mark before the first character that no parser wants to see. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Reads JSON with comments and trailing commas, or TOML, whose top level must be an object. */
export function readDocument(text: string, language: 'jsonc' | 'toml'): ConfigDocument {
  const body = withoutByteOrderMark(text);
  return language === 'toml' ? readToml(body) : readJsonc(body);
}

/** Far more than any configuration has, and far less than recursion can follow. */
const MAX_DEPTH = 200;

function readJsonc(text: string): ConfigDocument {
  const tooDeep = offsetBeyondDepth(text);
  if (tooDeep !== undefined) {
    return { ok: false, message: `nested more than ${MAX_DEPTH} levels deep`, ...placeOf(text, tooDeep) };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    return { ok: false, message: reasonOf(text, first), ...placeOf(text, first.offset) };
  }
  if (tree?.type !== 'object') {
    return { ok: false, message: 'the top level must be an object', ...placeOf(text, tree?.offset ?? 0) };
  }
  // getNodeValue builds objects without a prototype, so that a key `__proto__` is a key like any other.
  return { ok: true, root: getNodeValue(tree), duplicates: findDuplicates(tree, text) };
}

function reasonOf(text: string, { error }: ParseError): string {
  if (text.trim() === '') return 'the file is empty';
  // What stands for bytes that are no UTF-8, and a character that no text has.
  if (/[\ufffd\0]/.test(text.slice(0, 1_000))) return 'this is no text in UTF-8';
  return sentenceOf(printParseErrorCode(error));
}

function readToml(text: string): ConfigDocument {
  try {
    const root: unknown = parseTomlText(text, { maxDepth: MAX_DEPTH });
    if (!isObject(root)) return { ok: false, message: 'the top level must be a table', line: 1, column: 1 };
    return { ok: true, root, duplicates: [] };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    // The message goes on with a drawing of the line, which may show a secret.
    const [headline = ''] = thrown.message.split('\n');
    return { ok: false, message: headline, line: thrown.line, column: thrown.column };
  }
}

/** Where the nesting passes {@link MAX_DEPTH}; found without recursion. */
function offsetBeyondDepth(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    // By its place: behind a comment that is not closed, the end of the text is given a length.
    if (offset >= text.length) return undefined;
    // Only brackets are tokens that start with one.
    const character = text.charAt(offset);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > MAX_DEPTH) return offset;
  }
}

/** `CommaExpected` → `comma expected`. */
function sentenceOf(code: string): string {
  return code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

function findDuplicates(root: Node, text: string): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    if (node.type === 'array') {
      for (const [index, item] of (node.children ?? []).entries()) visit(item, [...path, String(index)]);
      return;
    }
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [keyNode, valueNode] = property.children ?? [];
      if (keyNode === undefined || valueNode === undefined) continue;
      const key = String(keyNode.value);
      if (seen.has(key)) found.push({ path: [...path, key], line: placeOf(text, keyNode.offset).line });
      seen.add(key);
      visit(valueNode, [...path, key]);
    }
  };
  visit(root, []);
  return found;
}
