import { isObject, type JsonObject } from '../../shared/json.ts';
import { isSchemaNode, type SchemaNode } from './objects.ts';

/** Tokens of `#` or `#/a/b`; undefined when the reference is not a pointer into the same document. */
export function parsePointer(reference: string): readonly string[] | undefined {
  if (reference === '#' || reference === '' || reference === '#/') return [];
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((token) => decode(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `#/a/b` for tokens, with everything encoded that a URI fragment does not allow. */
export function formatPointer(tokens: readonly string[]): string {
  let pointer = '#';
  for (const token of tokens) pointer += `/${encode(token.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
  return pointer;
}

/** What a pointer leads to, by own members only. */
export function valueAt(root: unknown, tokens: readonly string[]): unknown {
  let value = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Record<string, unknown>)[token];
  }
  return value;
}

/** Target of a local `$ref` in a schema that was read; undefined when there is none. */
export function resolveReference(root: JsonObject, reference: string): SchemaNode | undefined {
  const tokens = parsePointer(reference);
  if (tokens === undefined) return undefined;
  const target = valueAt(root, tokens);
  return isSchemaNode(target) ? target : undefined;
}

/** Short name of what a reference points to, for people: the last token that is not a number or a keyword. */
export function referenceName(reference: string): string {
  const tokens = parsePointer(reference) ?? reference.split('/');
  const name = tokens.findLast((token) => !NOT_A_NAME.test(token)) ?? '';
  return name.replace(/[^\p{L}\p{N}_]+/gu, '_').replace(/^_+|_+$/g, '') || 'Self';
}

const NOT_A_NAME = /^(?:\d+|items|anyOf|oneOf|allOf|properties|\$defs|prefixItems|additionalProperties)$/;

function decode(token: string): string {
  if (!token.includes('%')) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    // A bare percent sign: somebody put the name in as it is.
    return token;
  }
}

function encode(token: string): string {
  if (PLAIN.test(token)) return token;
  return encodeURIComponent(token.replace(LONE_SURROGATE, '\ufffd')).replace(ALLOWED, (code) =>
    decodeURIComponent(code),
  );
}

/** Characters of a fragment (RFC 3986, section 3.5) that `encodeURIComponent` would encode although it need not. */
const ALLOWED = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;
const PLAIN = /^[\w$.~-]*$/;
const LONE_SURROGATE = /\p{Cs}/gu;

/** Narrowing used by those who follow references in foreign documents. */
export function referenceOf(node: unknown): string | undefined {
  if (!isObject(node)) return undefined;
  const { $ref } = node;
  return typeof $ref === 'string' ? $ref : undefined;
}
