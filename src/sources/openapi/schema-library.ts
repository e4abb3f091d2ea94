import { isObject, type JsonObject, type JsonValue, own } from '../../shared/json.ts';
import { lookUp, tokensOf } from './document.ts';
import { isFile } from './openapi-3.ts';
import { plainText } from './texts.ts';

type Members = Readonly<Record<string, unknown>>;

/** Bounds of one tool's schemas; what lies beyond takes anything. */
const MAX_DEFINITIONS = 64;
const MAX_NODES = 3_000;
const MAX_DEPTH = 60;
/** A longer example shows less than it costs. */
const MAX_EXAMPLE_CHARACTERS = 200;

/** Keywords whose content is data. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
/** Keywords whose members are named by the author. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** About documents and their pages, not about values. */
const DROPPED: ReadonlySet<string> = new Set(['xml', 'externalDocs', 'discriminator', '$schema', '$id', 'id']);

/** The schemas of one document, each made ready once, however many tools refer to it. */
export interface SchemaLibrary {
  /** Begins the schemas of another tool. */
  bundle(): SchemaBundle;
}

/** Gathers the schemas of one tool, with all that they refer to. */
export interface SchemaBundle {
  /** The schema with its references turned to the bundle's own definitions. */
  add(schema: unknown): JsonValue;
  /** Everything that was referred to, nearest first; undefined where nothing was. */
  definitions(): JsonObject | undefined;
}

/** A schema that was copied, with the names of the definitions that it refers to. */
interface Copied {
  readonly schema: JsonValue;
  readonly names: ReadonlySet<string>;
  readonly nodes: number;
}

/**
 * Makes the schemas of requests stand alone. Circles stay references, so that they end; what only answers have
 * (`readOnly`) is left out.
 */
export function createSchemaLibrary(root: Members): SchemaLibrary {
  /** Reference → name. One name in all tools, so that a definition is one object in all of them. */
  const names = new Map<string, string>();
  const targets = new Map<string, unknown>();
  const known = new Map<string, Copied>();

  const nameOf = (reference: string): string | undefined => {
    const name = names.get(reference);
    if (name !== undefined) return name;
    const target = lookUp(root, reference);
    if (target === undefined) return undefined;
    const chosen = freeName(reference, targets);
    names.set(reference, chosen);
    targets.set(chosen, target);
    return chosen;
  };

  const definition = (name: string): Copied => {
    let copied = known.get(name);
    if (copied === undefined) {
      copied = copySchema(targets.get(name), nameOf);
      known.set(name, copied);
    }
    return copied;
  };

  return {
    bundle: () => {
      const open = new Set<string>();
      let nodes = 0;
      return {
        add: (schema) => {
          const copied = copySchema(schema, nameOf);
          nodes += copied.nodes;
          for (const name of copied.names) open.add(name);
          return copied.schema;
        },
        definitions: () => {
          const found: Record<string, JsonValue> = {};
          let count = 0;
          // The set grows while it is walked.
          for (const name of open) {
            if (++count > MAX_DEFINITIONS || nodes > MAX_NODES) {
              found[name] = {};
              continue;
            }
            const { schema, names: more, nodes: size } = definition(name);
            nodes += size;
            found[name] = schema;
            for (const one of more) open.add(one);
          }
          return open.size === 0 ? undefined : found;
        },
      };
    },
  };
}

function copySchema(raw: unknown, nameOf: (reference: string) => string | undefined): Copied {
  const names = new Set<string>();
  let nodes = 0;

  const refer = (reference: string): JsonObject => {
    const name = nameOf(reference);
    if (name === undefined) return { description: `not described here: ${reference}` };
    names.add(name);
    return { $ref: `#/$defs/${name}` };
  };

  const copy = (schema: unknown, depth: number): JsonValue => {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || ++nodes > MAX_NODES || depth > MAX_DEPTH) return {};
    const reference = own(schema, '$ref');
    if (typeof reference === 'string') return { ...copyMembers(schema, depth), ...refer(reference) };
    return copyMembers(schema, depth);
  };

  const copyMembers = (schema: Members, depth: number): JsonObject => {
    const copied: Record<string, JsonValue> = {};
    const put = (key: string, value: JsonValue): void => {
      // A member called __proto__ must become one.
      Object.defineProperty(copied, key, { value, enumerable: true, writable: true, configurable: true });
    };
    const hidden = answerOnly(schema);
    for (const [key, value] of Object.entries(schema)) {
      if (key === '$ref' || DROPPED.has(key) || key.startsWith('x-')) continue;
      if (key === 'description' || key === 'title') put(key, plainText(value));
      else if (key === 'example') {
        if (!Object.hasOwn(schema, 'examples') && JSON.stringify(value).length <= MAX_EXAMPLE_CHARACTERS) {
          put('examples', [value as JsonValue]);
        }
      } else if (key === 'required' && Array.isArray(value)) {
        put(key, value.filter((one) => !hidden.has(one)) as JsonValue);
      } else if (DATA.has(key)) put(key, value as JsonValue);
      else if (MAPS.has(key) && isObject(value)) {
        const members = Object.entries(value).filter(([name]) => key !== 'properties' || !hidden.has(name));
        put(key, Object.fromEntries(members.map(([name, one]) => [name, copy(one, depth + 1)])));
      } else if (Array.isArray(value)) {
        put(
          key,
          value.map((one) => (isObject(one) ? copy(one, depth + 1) : (one as JsonValue))),
        );
      } else put(key, isObject(value) ? copy(value, depth + 1) : (value as JsonValue));
    }
    if (copied.nullable === true && typeof copied.type === 'string') {
      put('type', [copied.type, 'null']);
      if (Array.isArray(copied.enum) && !copied.enum.includes(null)) put('enum', [...copied.enum, null]);
      delete copied.nullable;
    }
    if (isFile(schema)) {
      put('type', 'string');
      delete copied.format;
      put('contentEncoding', 'base64');
      put('description', `${plainText(schema.description)} (the file's bytes in base64)`.trim());
    }
    return copied;
  };

  const schema = copy(raw, 0);
  return { schema, names, nodes };
}

function answerOnly({ properties }: Members): ReadonlySet<unknown> {
  if (!isObject(properties)) return new Set();
  const names = Object.keys(properties).filter((name) => {
    const property = own(properties, name);
    return isObject(property) && property.readOnly === true;
  });
  return new Set(names);
}

/** The last word of the reference, as far as a name may hold it. */
function freeName(reference: string, taken: ReadonlyMap<string, unknown>): string {
  const last = tokensOf(reference)?.at(-1) ?? '';
  // No name may be a member that every object has.
  const plain = last.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^__/, '_');
  const stem = plain === '' ? 'schema' : plain;
  let name = stem;
  for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`;
  return name;
}
