/** Numbers as they lie in a model file, little-endian. On the usual machines that is a view and no copy. */
export function readUint16s(bytes: Uint8Array): Uint16Array {
  const own = forThisMachine(bytes, 2);
  return new Uint16Array(own.buffer, own.byteOffset, own.byteLength / 2);
}

/** See {@link readUint16s}. */
export function readUint32s(bytes: Uint8Array): Uint32Array {
  const own = forThisMachine(bytes, 4);
  return new Uint32Array(own.buffer, own.byteOffset, own.byteLength / 4);
}

/** See {@link readUint16s}. */
export function readFloat32s(bytes: Uint8Array): Float32Array {
  const own = forThisMachine(bytes, 4);
  return new Float32Array(own.buffer, own.byteOffset, own.byteLength / 4);
}

/** See {@link readUint16s}. */
export function readFloat64s(bytes: Uint8Array): Float64Array {
  const own = forThisMachine(bytes, 8);
  return new Float64Array(own.buffer, own.byteOffset, own.byteLength / 8);
}

/** The bytes of numbers of this machine as they go into a model file. */
export function littleEndianBytes(numbers: Uint16Array | Uint32Array | Float32Array | Float64Array): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return IS_LITTLE_ENDIAN ? bytes : swapped(bytes, numbers.BYTES_PER_ELEMENT);
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function forThisMachine(bytes: Uint8Array, width: number): Uint8Array {
  if (!IS_LITTLE_ENDIAN) return swapped(bytes, width);
  return bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes);
}

/** A copy with the bytes of each number the other way round. Exported for its test: most machines never come here. */
export function swapped(bytes: Uint8Array, width: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (let at = 0; at < copy.length; at += width) copy.subarray(at, at + width).reverse();
  return copy;
}
