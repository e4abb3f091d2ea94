import { describe, expect, it } from 'vitest';
import { littleEndianBytes, readFloat32s, readFloat64s, readUint16s, readUint32s, swapped } from './little-endian.ts';

const bytes = Uint8Array.of(9, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f);

describe('numbers of a model file', () => {
  it.each([0, 1])('are little-endian, %i bytes into their buffer', (shift) => {
    const content = shift === 1 ? bytes.subarray(1) : new Uint8Array(bytes.subarray(1));
    expect([...readUint16s(content)]).toEqual([0x0201, 0, 0, 0x3f80]);
    expect([...readUint32s(content)]).toEqual([0x0201, 0x3f80_0000]);
    expect(readFloat32s(content)[1]).toBe(1);
  });

  it('are not copied where they lie well', () => {
    const content = new Uint8Array(8);
    expect(readUint32s(content).buffer).toBe(content.buffer);
  });

  it.each([Uint16Array.of(1, 513), Uint32Array.of(1, 2 ** 31 + 3), Float32Array.of(-1.5, 3e-20)])(
    'come back as they were written: %s',
    (numbers) => {
      const written = littleEndianBytes(numbers);
      const read =
        numbers instanceof Uint16Array ? readUint16s : numbers instanceof Uint32Array ? readUint32s : readFloat32s;
      expect(read(written)).toEqual(numbers);
    },
  );

  it('come back in 64 bits', () => {
    const numbers = Float64Array.of(-1.5, Math.PI, 1e-300);
    expect(readFloat64s(littleEndianBytes(numbers))).toEqual(numbers);
  });

  it('turn round byte by byte for the other kind of machine', () => {
    const content = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect([...swapped(content, 2)]).toEqual([2, 1, 4, 3, 6, 5, 8, 7]);
    expect([...swapped(content, 4)]).toEqual([4, 3, 2, 1, 8, 7, 6, 5]);
    expect([...content]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
