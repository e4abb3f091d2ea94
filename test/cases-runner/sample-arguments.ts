import { isObject, type Json, own, textsOf, valueAt } from './json.ts';

const MAX_DEPTH = 20;

/** Arguments that fit a plain schema, as few as possible: what every required property needs. */
export function sampleArguments(schema: Json): Json {
  const value = sample(schema, schema, 0);
  return isObject(value) ? value : {};
}

function sample(node: unknown, root: Json, depth: number): unknown {
  if (!isObject(node) || depth > MAX_DEPTH) return {};
  if (typeof node.$ref === 'string') {
    const path = node.$ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter((part) => part !== '');
    return sample(
      valueAt(
        root,
        path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
      ),
      root,
      depth + 1,
    );
  }
  if (node.const !== undefined) return node.const;
  if (node.default !== undefined && node.default !== null) return node.default;
  if (Array.isArray(node.enum)) return node.enum[0];
  const [branch] = [node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? [list[0] as unknown] : []));
  const type = Array.isArray(node.type) ? node.type.find((one) => one !== 'null') : node.type;
  if (type === undefined && branch !== undefined && node.properties === undefined)
    return sample(branch, root, depth + 1);
  switch (type) {
    case 'string':
      return 'x'.repeat(typeof node.minLength === 'number' ? Math.max(1, node.minLength) : 1);
    case 'integer':
    case 'number':
      return sampleNumber(node);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Number(node.minItems ?? 0) }, () => sample(node.items, root, depth + 1));
    default:
      return sampleObject(node, root, depth);
  }
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: Json): number {
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  if (typeof minimum === 'number') return minimum;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

function sampleObject(node: Json, root: Json, depth: number): Json {
  const branch = [node.anyOf, node.oneOf].find((list) => Array.isArray(list)) as readonly unknown[] | undefined;
  const required = [...textsOf(node.required), ...textsOf(own(branch?.[0], 'required'))];
  return Object.fromEntries(
    required.map((key) => {
      const property = own(node.properties, key) ?? own(own(branch?.[0], 'properties'), key);
      return [key, sample(property, root, depth + 1)];
    }),
  );
}
