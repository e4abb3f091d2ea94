import type { DocumentTags } from '../../src/engine/index.ts';
import type { WordNumbers } from './word-numbers.ts';

const QUOTE = 0x22;
const BRACKET = 0x5d;
const ZERO = 0x30;

/** What a contestant for words indexes of a tool. */
export interface ToolWords {
  /** Of name, description and parameters, one after the other. */
  readonly numbers: readonly number[];
  /** Where each of these ends. */
  readonly ends: readonly number[];
  readonly tags: DocumentTags;
}

/**
 * Takes words and tags out of a line of the catalog where they stand, as the contestant in Java does: the generator writes
 * neither escapes nor spaces between values, and always the same fields in the same order.
 */
export function readToolWords(line: Uint8Array, start: number, words: WordNumbers): ToolWords {
  const numbers: number[] = [];
  const nameEnd = words.readBytes(line, start + '{"name":"'.length, QUOTE, numbers);
  const name = numbers.length;
  const descriptionEnd = words.readBytes(line, nameEnd + '","description":"'.length, QUOTE, numbers);
  const description = numbers.length;
  let at = words.readBytes(line, descriptionEnd + '","params":['.length, BRACKET, numbers);
  const value = (key: string): readonly string[] => {
    let number = 0;
    for (at += key.length; line[at]! >= ZERO && line[at]! < ZERO + 10; at++) number = 10 * number + line[at]! - ZERO;
    return valuesOf(number);
  };
  const tags = { tenant: value('],"tenant":'), role: value(',"role":'), region: value(',"region":') };
  return { numbers, ends: [name, description, numbers.length], tags };
}

/** Of numbers as they come: as texts they are made once. */
const known: (readonly string[])[] = [];

function valuesOf(number: number): readonly string[] {
  known[number] ??= [String(number)];
  return known[number];
}
