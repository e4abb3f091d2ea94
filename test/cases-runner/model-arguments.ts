import type { ConvertedSchema } from '../../src/tools/index.ts';
import { isObject, own } from './json.ts';
import { itemNodes, propertyNames, propertyNodes } from './schema-walk.ts';

/** Arguments as the server knows them → as a model would write them from the converted schema. */
export function toModelArguments(args: unknown, converted: ConvertedSchema): unknown {
  return renamed(args, [converted.schema], converted, (probe) => converted.restoreArguments(probe));
}

/** The key that the converted schema has for an original one at the root. */
export function modelKey(key: string, converted: ConvertedSchema): string | undefined {
  return keyFor(key, [converted.schema], converted, (probe) => converted.restoreArguments(probe));
}

/**
 * Which exposed key stands for an original one is not asked of the converter but tried: the exposed key that comes back
 * as the original. So a mistake in either direction shows.
 */
function renamed(
  value: unknown,
  nodes: readonly unknown[],
  converted: ConvertedSchema,
  restore: (probe: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) {
    const items = itemNodes(nodes, converted.schema);
    return value.map((item) =>
      renamed(item, items, converted, (probe) => (restore([probe]) as readonly unknown[] | undefined)?.[0]),
    );
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => {
    const name = keyFor(key, nodes, converted, restore) ?? key;
    const below = propertyNodes(nodes, converted.schema, name);
    return [name, renamed(member, below, converted, (probe) => own(restore({ [name]: probe }), key))] as const;
  });
  return Object.fromEntries(entries);
}

function keyFor(
  key: string,
  nodes: readonly unknown[],
  { schema }: ConvertedSchema,
  restore: (probe: unknown) => unknown,
): string | undefined {
  const names = propertyNames(nodes, schema);
  const candidates = names.includes(key) ? [key, ...names] : names;
  return candidates.find((name) => {
    const back = restore({ [name]: 'probe' });
    return isObject(back) && Object.keys(back)[0] === key;
  });
}
