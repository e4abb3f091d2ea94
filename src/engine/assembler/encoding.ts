/** The number formats and containers of the WebAssembly binary format (core specification 2.0, chapter 5). */

/** LEB128 of an unsigned 32-bit number. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** LEB128 of a signed 32-bit number. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    // The last byte's bit 6 is the sign of the number.
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

/** The four bytes of a 32-bit float. */
export function float32(value: number): number[] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value, true);
  return [0, 1, 2, 3].map((i) => view.getUint8(i));
}

/** The eight bytes of a 64-bit float. */
export function float64(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => view.getUint8(i));
}

/** A name: its length in bytes, then UTF-8. */
export function name(text: string): number[] {
  return sized([...new TextEncoder().encode(text)]);
}

/** A vector: how many items, then the items. */
export function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

/** Bytes behind their length. */
export function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}
