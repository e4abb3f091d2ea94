import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import type { ParameterStyle, ValueStyle } from './operation.ts';

/** A name and its value, neither of them encoded. */
export type Pair = readonly [name: string, value: string];

/** What stands between the items of a list that is written as one value. */
const JOINTS: Readonly<Record<ParameterStyle, string>> = {
  simple: ',',
  form: ',',
  matrix: ',',
  label: '.',
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
  deepObject: ',',
};

/** A value as text: numbers with all their digits, objects and lists as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return stringifyExact(value);
  return value === undefined || value === null ? '' : String(value);
}

/** A parameter of the query, a cookie, or a field of a form, as pairs. */
export function toPairs(name: string, value: unknown, { style, explode, json }: ValueStyle): readonly Pair[] {
  if (json) return [[name, stringifyExact(value)]];
  if (Array.isArray(value)) {
    if (explode || style === 'deepObject') return value.map((item): Pair => [name, valueText(item)]);
    return [[name, value.map(valueText).join(JOINTS[style])]];
  }
  if (isObject(value)) {
    if (style === 'deepObject') return deepPairs(name, value);
    if (explode) return Object.entries(value).map(([key, item]): Pair => [key, valueText(item)]);
    return [[name, flatten(value).join(JOINTS[style])]];
  }
  return [[name, valueText(value)]];
}

/** A parameter in the path or a header, as one text. `encode` is applied to what the caller wrote alone. */
export function toText(
  name: string,
  value: unknown,
  { style, explode, json }: ValueStyle,
  encode: (text: string) => string,
): string {
  if (json) return encode(stringifyExact(value));
  const items = Array.isArray(value) ? value.map(valueText) : undefined;
  const joint = JOINTS[style];
  if (style === 'matrix') {
    if (items !== undefined && !explode) return `;${name}=${items.map(encode).join(joint)}`;
    if (items !== undefined) return items.map((item) => `;${name}=${encode(item)}`).join('');
    if (!isObject(value)) return `;${name}=${encode(valueText(value))}`;
    if (!explode) return `;${name}=${flatten(value).map(encode).join(joint)}`;
    return Object.entries(value)
      .map(([key, item]) => `;${encode(key)}=${encode(valueText(item))}`)
      .join('');
  }
  const start = style === 'label' ? '.' : '';
  const between = style === 'label' && !explode ? ',' : joint;
  if (items !== undefined) return start + items.map(encode).join(between);
  if (!isObject(value)) return start + encode(valueText(value));
  if (!explode) return start + flatten(value).map(encode).join(between);
  return (
    start +
    Object.entries(value)
      .map(([key, item]) => `${encode(key)}=${encode(valueText(item))}`)
      .join(between)
  );
}

function flatten(value: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(value).flatMap(([key, item]) => [key, valueText(item)]);
}

/** `filter[size][min]=1`, as far down as there are objects. */
function deepPairs(name: string, value: Readonly<Record<string, unknown>>): Pair[] {
  return Object.entries(value).flatMap(([key, item]): Pair[] => {
    const inner = `${name}[${key}]`;
    if (isObject(item)) return deepPairs(inner, item);
    if (Array.isArray(item)) return item.map((one): Pair => [inner, valueText(one)]);
    return [[inner, valueText(item)]];
  });
}

/** Percent-encodes everything but what RFC 3986 never reserves. */
export function encodeStrict(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The same, but reserved characters stay; those that would end the query or begin another pair do not. */
export function encodeReserved(text: string): string {
  return encodeURI(wellFormed(text)).replace(/[#&+]/g, encodeURIComponent);
}

/** Half a character cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
