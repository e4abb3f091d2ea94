import { describe, expect, it } from 'vitest';
import { xxh32 } from './checksum.ts';
import { readModelFile, writeModelFile } from './model-file.ts';

const bytes = writeModelFile(
  'tiny@1',
  { kind: 'test', dimensions: 2 },
  { first: Uint8Array.of(1, 2, 3), empty: Uint8Array.of(), last: Uint8Array.of(9) },
);
const INVALID = expect.objectContaining({ code: 'MODEL_INVALID' });

/** The file with another header and the checksum that belongs to it. */
function withHeader(header: string): Uint8Array {
  const changed = new Uint8Array(24 + header.length);
  changed.set(bytes.subarray(0, 24));
  changed.set(new TextEncoder().encode(header), 24);
  const view = new DataView(changed.buffer);
  view.setUint32(16, changed.length, true);
  view.setUint32(20, header.length, true);
  view.setUint32(12, xxh32(changed.subarray(16)), true);
  return changed;
}

describe('a model file', () => {
  it('gives back what was written', () => {
    const file = readModelFile(bytes);
    expect(file.id).toBe('tiny@1');
    expect(file.facts).toEqual({ kind: 'test', dimensions: 2 });
    expect([...file.section('first')]).toEqual([1, 2, 3]);
    expect([...file.section('empty')]).toEqual([]);
    expect([...file.section('last')]).toEqual([9]);
  });

  it('is read in place, wherever it lies in its buffer', () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    const section = readModelFile(shifted.subarray(1)).section('first');
    expect(section.buffer).toBe(shifted.buffer);
    expect([...section]).toEqual([1, 2, 3]);
  });

  it('gives plain byte arrays whatever it was given', () => {
    expect(readModelFile(Buffer.from(bytes)).section('first').constructor).toBe(Uint8Array);
  });

  it('starts its sections at multiples of 16', () => {
    const file = readModelFile(bytes);
    for (const name of ['first', 'last']) expect(file.section(name).byteOffset % 16).toBe(0);
  });

  it('has the same bytes for the same content, and these first ones', () => {
    expect(Buffer.from(bytes.subarray(0, 12)).toString('latin1')).toBe('TSCMODEL\u0001\0\0\0');
    expect(readModelFile(bytes).checksum).toBe(0xae9c58d6);
  });

  it('says which section is missing', () => {
    const read = (): unknown => readModelFile(bytes).section('second');
    expect(read).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID', message: expect.stringContaining('second') }),
    );
    expect(() => readModelFile(bytes).section('toString')).toThrow(INVALID);
  });

  it('is refused when cut off anywhere', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readModelFile(bytes.subarray(0, length))).toThrow(INVALID);
    }
  });

  it('is refused when any bit is flipped', () => {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => readModelFile(damaged)).toThrow(INVALID);
    }
  });

  it('of a later layout is named as such', () => {
    const later = bytes.slice();
    later[8] = 2;
    expect(() => readModelFile(later)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('version 2') }),
    );
  });

  it.each([
    ['no JSON', '{"id":'],
    ['no object', '[]'],
    ['no id', '{"sections":{}}'],
    ['no sections', '{"id":"x"}'],
  ])('is refused when its header is %s although the checksum is right', (_, header) => {
    expect(() => readModelFile(withHeader(header))).toThrow(INVALID);
  });

  it.each(['[0,1]', '[-1,1]', '[0]', '["0",0]', '[0.5,0]', '{}'])(
    'does not read the section %s outside it',
    (place) => {
      const file = readModelFile(withHeader(`{"id":"x","sections":{"first":${place}}}`));
      expect(() => file.section('first')).toThrow(INVALID);
    },
  );
});
