import { isObject } from './json.ts';

/** What `{tmp}` stands for. */
export interface ExpandOptions {
  readonly tmp: string;
}

/** Texts in which `{tmp}` stands inside a JSON text, where a backslash has to be escaped. */
const JSON_TEXTS: ReadonlySet<string> = new Set(['config_text', 'raw_json']);

/**
 * Writes out everything that a case only describes: `generate` (many tools or values), `repeat` (a long text), `nest`
 * (a deep input) and `{tmp}`. Keys that look like members of `Object.prototype` stay own keys.
 */
export function expand(value: unknown, options: ExpandOptions, key = ''): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{tmp}')) return value;
    const tmp = JSON_TEXTS.has(key) ? JSON.stringify(options.tmp).slice(1, -1) : options.tmp;
    return value.replaceAll('{tmp}', tmp);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const generator = soleMember(item, 'generate');
      return generator === undefined ? [expand(item, options)] : generate(generator, options);
    });
  }
  if (!isObject(value)) return value;
  const generator = soleMember(value, 'generate');
  if (generator !== undefined) return generate(generator, options);
  const repeated = soleMember(value, 'repeat');
  if (repeated !== undefined) return repeat(repeated);
  const nested = soleMember(value, 'nest');
  if (nested !== undefined) return nest(nested, options, key);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member, options, name)]));
}

/** The object under `key` if the value has this one member only. */
function soleMember(value: unknown, key: string): Record<string, unknown> | undefined {
  if (!isObject(value) || !Object.hasOwn(value, key) || Object.keys(value).length !== 1) return undefined;
  const member = value[key];
  return isObject(member) ? member : undefined;
}

function generate(generator: Record<string, unknown>, options: ExpandOptions): unknown[] {
  const { count, value, ...template } = generator;
  const amount = wholeNumber(count, 'generate.count');
  const pattern = value === undefined ? template : value;
  return Array.from({ length: amount }, (_, index) => expand(numbered(pattern, index), options));
}

function numbered(value: unknown, index: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{i}', String(index));
  if (Array.isArray(value)) return value.map((item) => numbered(item, index));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replaceAll('{i}', String(index)), numbered(member, index)]),
  );
}

function repeat({ text, count }: Record<string, unknown>): string {
  if (typeof text !== 'string') throw new Error('repeat.text is no text');
  return text.repeat(wholeNumber(count, 'repeat.count'));
}

/** As an `input`, a call inside a call inside a call; anywhere else, an object inside an object under one key. */
function nest({ levels, name, inner }: Record<string, unknown>, options: ExpandOptions, key: string): unknown {
  if (typeof name !== 'string') throw new Error('nest.name is no text');
  let result = expand(inner, options);
  for (let level = wholeNumber(levels, 'nest.levels'); level > 0; level--) {
    result = key === 'input' ? { name, arguments: result } : { [name]: result };
  }
  return result;
}

function wholeNumber(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new Error(`${what} is no whole number`);
  return value;
}
