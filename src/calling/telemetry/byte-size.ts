import { stringifyExact } from '../../shared/exact-json.ts';

/** The value as JSON. What cannot be written, such as a circle, is empty. */
export function toJsonText(value: unknown): string {
  try {
    return stringifyExact(value) ?? '';
  } catch {
    return '';
  }
}

const encoder = new TextEncoder();

/** Bytes of a text as UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}
