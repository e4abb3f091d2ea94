/** Arguments made from a schema, the same for the same seed. */
type Node = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 6;

export function generateArguments(
  schema: Node,
  seed: number,
  texts: readonly string[] = TEXTS,
): Record<string, unknown> {
  const maker = new Maker(schema, seed, texts);
  return maker.object([schema], 0);
}

class Maker {
  readonly #root: Node;
  readonly #texts: readonly string[];
  #state: number;

  constructor(root: Node, seed: number, texts: readonly string[]) {
    this.#root = root;
    this.#texts = texts;
    this.#state = seed * 2_654_435_761 + 1;
  }

  object(parts: readonly Node[], depth: number): Record<string, unknown> {
    const all = this.#parts(parts);
    const properties = new Map<string, Node[]>();
    const required = new Set(all.flatMap(({ required: names }) => (Array.isArray(names) ? (names as string[]) : [])));
    for (const part of all) {
      for (const [name, node] of Object.entries((part.properties ?? {}) as Record<string, Node | boolean>)) {
        if (node === false) continue;
        properties.set(name, [...(properties.get(name) ?? []), node === true ? {} : node]);
      }
    }
    const value: Record<string, unknown> = {};
    for (const [name, nodes] of properties) {
      if (!required.has(name) && (depth >= MAX_DEPTH || this.#random() < 0.5)) continue;
      const member = this.value(nodes, depth + 1);
      // Such a null and no value are one and the same to the server.
      if (member === null && !required.has(name) && this.#parts(nodes).some((node) => node.default === null)) continue;
      define(value, name, member);
    }
    for (const name of required) if (!Object.hasOwn(value, name)) define(value, name, this.value([], depth + 1));
    const free = all.find(({ additionalProperties: one }) => one !== undefined)?.additionalProperties;
    const isOpen = free === true || (typeof free === 'object' && free !== null);
    if (
      isOpen &&
      all.every(({ additionalProperties: one }) => one !== false) &&
      depth < MAX_DEPTH &&
      this.#random() < 0.7
    ) {
      define(value, `free key ${this.#integer(9)}`, this.value(free === true ? [] : [free as Node], depth + 1));
    }
    return value;
  }

  value(nodes: readonly Node[], depth: number): unknown {
    const all = this.#parts(nodes);
    const find = (keyword: string) => all.find((node) => node[keyword] !== undefined)?.[keyword];
    if (find('const') !== undefined) return find('const');
    const values = find('enum');
    if (Array.isArray(values) && values.length > 0) return this.#pick(values);
    const named = [find('type') ?? []].flat() as string[];
    const union = [find('anyOf'), find('oneOf')].find(Array.isArray) as readonly Node[] | undefined;
    const hasMembers = all.some(({ properties }) => properties !== undefined);
    if (union !== undefined && !hasMembers) {
      const branch = this.#pick(union.filter((one) => (one as unknown) !== false));
      return this.value(
        [typeof branch === 'object' ? { ...(named.length > 0 ? { type: named } : {}), ...branch } : {}],
        depth + 1,
      );
    }
    const type =
      named.length > 0 ? this.#pick(named) : hasMembers ? 'object' : find('items') !== undefined ? 'array' : undefined;
    switch (type) {
      case 'object':
        return this.object(nodes, depth);
      case 'array':
        return this.#array(all, depth);
      case 'null':
        return null;
      case 'boolean':
        return this.#random() < 0.5;
      case 'integer':
        return this.#number(find, 1);
      case 'number':
        return this.#number(find, 0.5);
      case 'string':
        return this.#pick(this.#texts);
      default:
        return this.#pick([...this.#texts, 7, -0.5, true, { free: [1, null] }, ['a', 2]]);
    }
  }

  #array(all: readonly Node[], depth: number): unknown[] {
    const find = (keyword: string) => all.find((node) => node[keyword] !== undefined)?.[keyword];
    const tuple = find('prefixItems');
    if (Array.isArray(tuple)) return tuple.map((node) => this.value([node as Node], depth + 1));
    const least = typeof find('minItems') === 'number' ? (find('minItems') as number) : 0;
    const items = find('items');
    const most = typeof find('maxItems') === 'number' ? (find('maxItems') as number) : 20;
    const count = depth >= MAX_DEPTH ? least : Math.min(most, Math.max(least, this.#integer(3)));
    return Array.from({ length: Math.min(count, 20) }, () =>
      this.value(typeof items === 'object' && items !== null ? [items as Node] : [], depth + 1),
    );
  }

  #number(find: (keyword: string) => unknown, step: number): number {
    const bound = (keyword: string) => (typeof find(keyword) === 'number' ? (find(keyword) as number) : undefined);
    const least =
      bound('minimum') ?? (bound('exclusiveMinimum') === undefined ? undefined : bound('exclusiveMinimum')! + step);
    const most =
      bound('maximum') ?? (bound('exclusiveMaximum') === undefined ? undefined : bound('exclusiveMaximum')! - step);
    const value = (least ?? Math.min(0, most ?? 0)) + this.#integer(5) * step;
    return most !== undefined && value > most ? most : value;
  }

  /** Nodes with all that stands in their place whatever the value is. */
  #parts(nodes: readonly Node[]): readonly Node[] {
    const parts: Node[] = [];
    const open: unknown[] = [...nodes];
    while (open.length > 0) {
      const node = open.shift();
      if (typeof node !== 'object' || node === null || parts.includes(node as Node)) continue;
      const part = node as Node;
      parts.push(part);
      if (Array.isArray(part.allOf)) open.push(...(part.allOf as unknown[]));
      if (typeof part.$ref === 'string') open.push(this.#resolve(part.$ref));
    }
    return parts;
  }

  #resolve(reference: string): unknown {
    let value: unknown = this.#root;
    for (const token of reference.split('/').slice(1)) {
      const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
      value = (value as Node | undefined)?.[key];
    }
    return value;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#integer(list.length - 1)]!;
  }

  #integer(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** A 32-bit generator (mulberry32): good enough to vary arguments. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

const TEXTS = ['', 'text', 'null', '{"a":1}', '"quoted"', '42', 'имя', '[1]'];

function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
