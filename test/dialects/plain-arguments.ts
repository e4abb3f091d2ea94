/** Arguments as a model writes them that sees a plain dialect, and its schemas as JSON Schema. */
type Node = Readonly<Record<string, unknown>>;

/**
 * Plain dialects keep values as they are and rename what the provider refuses, saying the real name in words. A model
 * writes the names that it sees.
 */
export function inNamesOf(node: unknown, value: unknown, root: unknown = node): unknown {
  const parts = partsOf(node, root);
  if (Array.isArray(value)) {
    const items = { anyOf: parts.flatMap(({ items: one }) => one ?? []) };
    return value.map((one) => inNamesOf(items, one, root));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = parts.flatMap(({ properties }) =>
    Object.entries((properties ?? {}) as Readonly<Record<string, Node>>),
  );
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const note = `Sent as ${JSON.stringify(name)}.`;
    const written = members.find(([, one]) => says(one, note))?.[0] ?? name;
    const own = members.flatMap(([one, schema]) => (one === written ? schema : []));
    const free = parts.flatMap(({ additionalProperties: one }) => one ?? []);
    return [written, inNamesOf({ anyOf: own.length > 0 ? own : free }, member, root)];
  });
  return Object.fromEntries(entries);
}

/** A node and all that may stand in its place. */
function partsOf(node: unknown, root: unknown): readonly Node[] {
  const parts = new Set<Node>();
  const open = [node];
  while (open.length > 0) {
    const part = resolve(open.pop(), root);
    if (parts.has(part)) continue;
    parts.add(part);
    for (const list of [part.anyOf, part.oneOf, part.allOf]) if (Array.isArray(list)) open.push(...list);
  }
  return [...parts];
}

/** Where a union may have no company, its first branch speaks for it. */
function says({ description, anyOf }: Node, note: string): boolean {
  return String(description).endsWith(note) || (Array.isArray(anyOf) && says(anyOf[0] as Node, note));
}

/** What `nullable` says, in words that JSON Schema has. */
export function withNulls(node: object): object {
  return JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
    const one = value as Node | null;
    if (one?.nullable !== true || typeof one.type !== 'string') return value;
    return { ...one, type: [one.type, 'null'], ...(Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {}) };
  }) as object;
}

/** What a reference within the schema stands for. */
function resolve(node: unknown, root: unknown): Node {
  const schema = (typeof node === 'object' && node !== null ? node : {}) as Node;
  if (typeof schema.$ref !== 'string') return schema;
  const steps = schema.$ref.split('/').slice(1);
  const keys = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((at, key) => (at as Node | undefined)?.[key], root) as Node;
}

/** The arguments are made without regard to patterns. */
export function withoutPatterns(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'pattern' && typeof value === 'string' ? undefined : value,
    ),
  ) as object;
}
