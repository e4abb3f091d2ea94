import type { WasmMemory } from '../codec/segment-memory.ts';
import { type SearchKernels, searchKernels } from './index.ts';

declare const WebAssembly: { readonly Memory: new (limits: { initial: number }) => WasmMemory };

/** Search kernels and a memory to lay their operands out in, for tests. */
export class TestMemory {
  readonly kernels: SearchKernels;
  readonly buffer: ArrayBuffer;
  #end = 64;

  constructor(bytes: number = 2 ** 20) {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
    this.kernels = searchKernels(memory);
    this.buffer = memory.buffer;
  }

  /** Forgets what was reserved: engines have room for few memories at a time, so that tests had better use one again. */
  clear(): void {
    this.#end = 64;
  }

  /** Address of new room, aligned to 64 bytes, full of a pattern that no kernel may rely on. */
  reserve(bytes: number): number {
    const address = this.#end;
    this.#end = Math.ceil((address + bytes) / 64) * 64;
    if (this.#end > this.buffer.byteLength) throw new RangeError('The test wants more memory than it asked for.');
    new Uint8Array(this.buffer, address, this.#end - address).fill(0x5a);
    return address;
  }

  bytes(values: ArrayLike<number>): number {
    const address = this.reserve(values.length);
    new Uint8Array(this.buffer, address, values.length).set(values);
    return address;
  }

  words(values: ArrayLike<number>): number {
    const address = this.reserve(4 * values.length);
    new Uint32Array(this.buffer, address, values.length).set(values);
    return address;
  }

  /** A bitmap of as many bits as there are values. */
  bits(values: readonly boolean[]): number {
    const packed = new Uint8Array(Math.ceil(values.length / 8));
    for (const [i, set] of values.entries()) packed[i >> 3]! |= Number(set) << (i & 7);
    return this.bytes(packed);
  }
}
