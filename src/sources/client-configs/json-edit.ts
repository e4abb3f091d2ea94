import { createScanner, type Node, parseTree, type SyntaxKind } from 'jsonc-parser';

/**
 * Sets (or, with undefined, removes) one property of a JSON text with comments. Unlike a formatter this touches no
 * other line: comments stay with their property, and trailing commas stay as the file has them. The text must parse.
 */
export function editJson(text: string, path: readonly string[], value: unknown): string {
  const source = text.trim() === '' ? '{}\n' : text;
  const root = parseTree(source, [], { allowTrailingComma: true });
  if (root === undefined) return source;
  return value === undefined ? remove(source, root, path) : set(source, root, path, value);
}

function set(text: string, root: Node, path: readonly string[], value: unknown): string {
  let object = root;
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    const inner = valueNode(object, key);
    if (inner !== undefined && (isLast || inner.type !== 'object')) {
      const nested = isLast ? value : nest(path.slice(index + 1), value);
      return splice(text, inner.offset, inner.length, render(nested, text, lineIndent(text, inner.offset)));
    }
    if (inner === undefined) return insert(text, object, key, isLast ? value : nest(path.slice(index + 1), value));
    object = inner;
  }
  return text;
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function insert(text: string, object: Node, key: string, value: unknown): string {
  const end = object.offset + object.length - 1;
  const outer = lineIndent(text, object.offset);
  const last = object.children?.at(-1);
  if (last === undefined) {
    const indent = outer + indentUnit(text);
    const comments = text.slice(object.offset + 1, end).trimEnd();
    const property = `${JSON.stringify(key)}: ${render(value, text, indent)}`;
    const eol = lineEnd(text);
    return splice(
      text,
      object.offset + 1,
      end - object.offset - 1,
      `${comments}${eol}${indent}${property}${eol}${outer}`,
    );
  }
  const lastEnd = last.offset + last.length;
  const comma = commaAfter(text, lastEnd);
  if (!text.slice(object.offset, end).includes('\n')) {
    const property = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return splice(
      text,
      comma ?? lastEnd,
      comma === undefined ? 0 : 1,
      `, ${property}${comma === undefined ? '' : ','}`,
    );
  }
  const indent = startsLine(text, last.offset) ? lineIndent(text, last.offset) : outer + indentUnit(text);
  const property = `${JSON.stringify(key)}: ${render(value, text, indent)}`;
  const after = endOfRemark(text, comma === undefined ? lastEnd : comma + 1);
  const inserted = `${lineEnd(text)}${indent}${property}${comma === undefined ? '' : ','}`;
  const withProperty = splice(text, after, 0, inserted);
  return comma === undefined ? splice(withProperty, lastEnd, 0, ',') : withProperty;
}

function remove(text: string, root: Node, path: readonly string[]): string {
  const object = path.slice(0, -1).reduce<Node | undefined>((node, key) => node && valueNode(node, key), root);
  const properties = object?.children ?? [];
  const index = properties.findIndex((property) => property.children?.[0]?.value === path.at(-1));
  const property = properties[index];
  if (object === undefined || property === undefined) return text;
  const end = property.offset + property.length;
  const comma = commaAfter(text, end);
  const before = properties[index - 1];
  const beforeEnd = before === undefined ? undefined : before.offset + before.length;
  const isLast = index === properties.length - 1;

  let [from, to] = [property.offset, comma === undefined ? end : comma + 1];
  if (startsLine(text, property.offset)) {
    from = text.slice(0, from).search(/(?:\r\n|\r|\n)?[ \t]*$/);
    to = endOfRemark(text, to);
  } else if (isLast && beforeEnd !== undefined) {
    return splice(text, beforeEnd, end - beforeEnd, '');
  } else to += /^[ \t]*/.exec(text.slice(to))![0].length;

  const without = splice(text, from, to - from, '');
  if (properties.length === 1) {
    const close = object.offset + object.length - 1 - (to - from);
    const rest = without.slice(object.offset + 1, close);
    return rest.trim() === '' ? splice(without, object.offset + 1, rest.length, '') : without;
  }
  // The property before is the last one now: no comma after it, unless the file writes trailing commas.
  const dangling = isLast && comma === undefined && beforeEnd !== undefined ? commaAfter(text, beforeEnd) : undefined;
  return dangling === undefined ? without : splice(without, dangling, 1, '');
}

function valueNode(object: Node, key: string): Node | undefined {
  // The last of equal keys is the one that counts.
  return object.type === 'object'
    ? object.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1]
    : undefined;
}

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum that cannot be imported as a value here. */
const COMMA: SyntaxKind = 5;

/** Place of the comma that follows `offset` after blanks and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

/** End of the comment that stands on the rest of the line, or `offset` itself. */
function endOfRemark(text: string, offset: number): number {
  return offset + (/^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(offset))?.[0].length ?? 0);
}

function startsLine(text: string, offset: number): boolean {
  return /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, offset));
}

/** Blanks at the start of the line that `offset` is on. */
function lineIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))![0];
}

/** One step of indentation as the file has it; two blanks in a file without any. */
function indentUnit(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function render(value: unknown, text: string, indent: string): string {
  return JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', lineEnd(text) + indent);
}

function splice(text: string, offset: number, length: number, inserted: string): string {
  return text.slice(0, offset) + inserted + text.slice(offset + length);
}
