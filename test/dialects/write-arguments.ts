/** Writes arguments as a model would that only sees the converted schema: the other direction, written apart from it. */
type Node = Readonly<Record<string, unknown>>;

/** The schema gives no way to write the value. */
export class CannotWrite extends Error {}

/** Arguments as the server takes them → as the schema of a strict dialect asks for them. */
export function writeArguments(args: unknown, schema: Node): unknown {
  return write(args, schema, schema, '#');
}

function write(value: unknown, node: Node, root: Node, path: string): unknown {
  const stop = (): never => {
    throw new CannotWrite(
      `${path}: ${JSON.stringify(value)?.slice(0, 200)} does not fit ${JSON.stringify(node).slice(0, 300)}`,
    );
  };
  if (typeof node.$ref === 'string') {
    const name = decodeURIComponent(node.$ref.replace(/^#\/\$defs\//, ''));
    return write(value, ((root.$defs ?? {}) as Record<string, Node>)[name] ?? root, root, path);
  }
  if (Array.isArray(node.anyOf)) {
    const branches = node.anyOf as readonly Node[];
    const marker = value === null ? branches.find(sendsNull) : undefined;
    if (marker !== undefined) return { [Object.keys(marker.properties as object)[0]!]: true };
    for (const branch of branches) {
      try {
        return write(value, branch, root, path);
      } catch (error) {
        if (!(error instanceof CannotWrite)) throw error;
      }
    }
    return stop();
  }
  const types = [node.type].flat();
  const isJson = types.includes('string') && String(node.description ?? '').includes('As JSON text:');
  if (isJson) return JSON.stringify(value);
  if (value === null) return types.includes('null') ? null : stop();
  if (Array.isArray(node.enum) && !node.enum.includes(value)) return stop();
  if (Array.isArray(value)) {
    if (!types.includes('array')) return stop();
    return value.map((item, index) => write(item, node.items as Node, root, `${path}/${index}`));
  }
  if (typeof value === 'object')
    return types.includes('object') ? writeObject(value as Node, node, root, path) : stop();
  const word = typeof value;
  if (word === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value)) ? value : stop();
  return types.includes(word) ? value : stop();
}

function sendsNull(branch: Node): boolean {
  return branch.description === 'Sends null.';
}

function writeObject(value: Node, node: Node, root: Node, path: string): unknown {
  const members = (node.properties ?? {}) as Record<string, Node>;
  const left = new Map(Object.entries(value));
  const written: Record<string, unknown> = {};
  let others: string | undefined;
  for (const [name, member] of Object.entries(members)) {
    const original = originalName(name, member);
    if (left.has(original)) {
      define(written, name, write(left.get(original), member, root, `${path}/${name}`));
      left.delete(original);
    } else if (name.startsWith('other_keys') && JSON.stringify(member).includes('Further keys.')) others = name;
    else if ((node.required as readonly string[]).includes(name)) written[name] = nothing(member, `${path}/${name}`);
  }
  if (others !== undefined) {
    if (left.size > 0) written[others] = JSON.stringify(Object.fromEntries(left));
    else if ((node.required as readonly string[]).includes(others)) written[others] = null;
  } else if (left.size > 0) throw new CannotWrite(`${path}: no place for ${[...left.keys()].join(', ')}`);
  return written;
}

/** Also names that would otherwise set the prototype. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

function nothing(member: Node, path: string): null {
  if (!takesNull(member)) throw new CannotWrite(`${path} has to be there`);
  return null;
}

function takesNull(node: Node): boolean {
  return [node.type].flat().includes('null') || ((node.anyOf ?? []) as readonly Node[]).some(takesNull);
}

/** Descriptions say which argument a renamed one is. */
function originalName(name: string, member: Node): string {
  const said = /Sent as ("(?:[^"\\]|\\.)*")\.$/.exec(String(member.description ?? ''))?.[1];
  return said === undefined ? name : (JSON.parse(said) as string);
}
