import { instantiateKernels, type Kernels } from './kernels.ts';

/** Kernels and a memory to lay their operands out in, for tests. */
export class TestMemory {
  readonly kernels: Kernels;
  readonly #buffer: ArrayBuffer;
  #end = 0;

  constructor(bytes: number = 4 * 2 ** 20) {
    const { memory, kernels } = instantiateKernels(bytes);
    this.kernels = kernels;
    this.#buffer = memory.buffer;
  }

  /** Address of new room, aligned to 16 bytes, full of a pattern that no kernel may rely on. */
  reserve(bytes: number): number {
    const address = this.#end;
    this.#end = Math.ceil((address + bytes) / 16) * 16;
    if (this.#end > this.#buffer.byteLength) throw new RangeError('The test wants more memory than it asked for.');
    new Uint8Array(this.#buffer, address, this.#end - address).fill(0x5a);
    return address;
  }

  floats(values: ArrayLike<number>): number {
    const address = this.reserve(4 * values.length);
    new Float32Array(this.#buffer, address, values.length).set(values);
    return address;
  }

  bytes(values: ArrayLike<number>): number {
    const address = this.reserve(values.length);
    new Uint8Array(this.#buffer, address, values.length).set(values);
    return address;
  }

  int16s(values: ArrayLike<number>): number {
    const address = this.reserve(2 * values.length);
    new Int16Array(this.#buffer, address, values.length).set(values);
    return address;
  }

  readFloats(address: number, count: number): Float32Array {
    return new Float32Array(this.#buffer, address, count).slice();
  }

  readInt16s(address: number, count: number): Int16Array {
    return new Int16Array(this.#buffer, address, count).slice();
  }
}

/** Numbers between −1 and 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number, count: number): Float64Array {
  let state = seed >>> 0;
  return Float64Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  });
}
