import { isObject } from './json.ts';

/**
 * JSON that keeps every digit of whole numbers. `JSON.parse` reads 864691128455135233 as 864691128455135200, which is
 * another record; here whole numbers beyond 2^53 are `bigint`. Fractions are ordinary numbers.
 *
 * Between places that only know `JSON.stringify` such numbers travel packed: as texts behind a mark that nobody outside
 * this process can know. Node 20 has neither `JSON.rawJSON` nor the source text in a reviver.
 */
const MARK = `integer-${globalThis.crypto.randomUUID()}:`;
const PACKED_IN_TEXT = new RegExp(`"${MARK}(-?\\d+)"`, 'g');
const DIGITS = /^-?\d+$/;

/** Fewer digits than this always fit. */
const SAFE_DIGITS = 15;
/** Numbers longer than this are no numbers anybody counts with, and reading them takes time. */
const MAX_DIGITS = 1_000;
const MAY_BE_UNSAFE = new RegExp(`\\d{${SAFE_DIGITS + 1}}`);

/**
 * `JSON.parse`, but whole numbers beyond 2^53 become `bigint`.
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExact(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!MAY_BE_UNSAFE.test(text)) return plain;
  const packed = packText(text);
  return packed === text ? plain : unpackIntegers(JSON.parse(packed));
}

/** {@link parseExact}; undefined for text that is no JSON. */
export function tryParseExact(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** `JSON.stringify`, but a `bigint` is written as its digits. */
export function stringifyExact(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    const packed = JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? MARK + String(inner) : inner,
    );
    return unpackText(packed);
  }
}

/** A copy in which each `bigint` is a marked text; the value itself where there is none. */
export function packIntegers<T>(value: T): T {
  return mapLeaves(value, (leaf) => (typeof leaf === 'bigint' ? MARK + String(leaf) : leaf)) as T;
}

/** The reverse of {@link packIntegers}. */
export function unpackIntegers(value: unknown): unknown {
  return mapLeaves(value, (leaf) => {
    if (typeof leaf !== 'string' || !leaf.startsWith(MARK)) return leaf;
    const digits = leaf.slice(MARK.length);
    return DIGITS.test(digits) ? BigInt(digits) : leaf;
  });
}

/** JSON text in which packed numbers are numbers again. */
export function unpackText(text: string): string {
  return text.includes(MARK) ? text.replace(PACKED_IN_TEXT, '$1') : text;
}

/** A copy with the nearest ordinary number in the place of each `bigint`, for whoever knows only those. */
export function withPlainNumbers(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (typeof leaf === 'bigint' ? Number(leaf) : leaf));
}

/** Replaces what is neither object nor array. Copies only what changes, so that the common case costs no memory. */
function mapLeaves(value: unknown, map: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const mapped = mapLeaves(value[index], map);
      if (mapped === value[index]) continue;
      copy ??= [...value];
      copy[index] = mapped;
    }
    return copy ?? value;
  }
  if (!isObject(value)) return map(value);
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const mapped = mapLeaves(value[key], map);
    if (mapped === value[key]) continue;
    copy ??= { ...value };
    // Plain assignment to `__proto__` would change the prototype instead.
    Object.defineProperty(copy, key, { value: mapped, enumerable: true, writable: true, configurable: true });
  }
  return copy ?? value;
}

/**
 * Puts marked texts in the place of whole numbers that a `number` cannot hold. The text is JSON, or lines that hold such.
 */
export function packText(text: string): string {
  let packed = '';
  let copied = 0;
  let index = 0;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      index = endOfString(text, index);
    } else if (unit === MINUS || isDigit(unit)) {
      const end = endOfNumber(text, index);
      const literal = text.slice(index, end);
      if (isUnsafe(literal)) {
        packed += `${text.slice(copied, index)}"${MARK}${literal}"`;
        copied = end;
      }
      index = end;
    } else {
      index++;
    }
  }
  return copied === 0 ? text : packed + text.slice(copied);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/** Index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index + 1;
}

function endOfNumber(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && /[\d.eE+-]/.test(text.charAt(index))) index++;
  return index;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isUnsafe(literal: string): boolean {
  if (literal.length <= SAFE_DIGITS || literal.length > MAX_DIGITS || !DIGITS.test(literal)) return false;
  return !Number.isSafeInteger(Number(literal));
}
