import { isObject, own } from '../../shared/json.ts';

const MARK = 'x-mcp-header';
/** RFC 9110, section 5.6.2: what may be a part of a header's name. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set<unknown>(['string', 'integer', 'boolean']);
/** Members whose value is no schema, whatever stands in it. */
const DATA = new Set(['default', 'const', 'enum', 'examples']);

/**
 * What is wrong with the arguments of a tool that are to be repeated in HTTP headers (revision 2026-07-28); undefined
 * where nothing is. A client must not use a tool with such a fault: another reader of its headers would be misled.
 */
export function headerMarkFault(inputSchema: unknown): string | undefined {
  const names = new Set<string>();
  const visit = (schema: unknown, path: string, isArgument: boolean): string | undefined => {
    if (Array.isArray(schema)) return first(schema, (one) => visit(one, path, false));
    if (!isObject(schema)) return undefined;
    if (Object.hasOwn(schema, MARK)) {
      const fault = isArgument ? markFault(schema, names) : 'it can only stand on an argument or a part of one';
      if (fault !== undefined) return `${MARK} of ${path === '' ? 'the schema' : path}: ${fault}`;
    }
    return first(Object.entries(schema), ([key, value]) => {
      if (DATA.has(key)) return undefined;
      if (key !== 'properties' || !isObject(value)) return visit(value, `${path}/${key}`, false);
      const within = isArgument || path === '';
      return first(Object.entries(value), ([name, one]) => visit(one, `${path}/${name}`, within));
    });
  };
  return visit(inputSchema, '', false);
}

function markFault(schema: Record<string, unknown>, names: Set<string>): string | undefined {
  const name = own(schema, MARK);
  if (typeof name !== 'string' || !TOKEN.test(name)) return `${JSON.stringify(name)} is no part of a header's name`;
  if (!TYPES.has(own(schema, 'type'))) return 'only texts, whole numbers and booleans are repeated in headers';
  if (names.has(name.toLowerCase())) return `${JSON.stringify(name)} is given twice`;
  names.add(name.toLowerCase());
  return undefined;
}

function first<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
