import { ModuleBuilder } from '../../../assembler/module.ts';
import { defineAddNorm } from './add-norm.ts';
import { defineAttend } from './attend.ts';
import { defineGelu } from './gelu.ts';
import { defineMatmul } from './matmul.ts';
import { definePool } from './pool.ts';
import { defineQuantize } from './quantize.ts';
import { defineUnpack } from './unpack.ts';

/** A kernel takes addresses and sizes in bytes or numbers, as its `define…` says, and writes to the memory. */
type Kernel<Arity extends readonly number[]> = (...values: Arity) => void;

/** The encoder's arithmetic over one memory. */
export interface Kernels {
  readonly matmul: Kernel<
    [
      activations: number,
      rowScales: number,
      panelRows: number,
      fullPanels: number,
      lessPanels: number,
      weights: number,
      weightScales: number,
      bias: number,
      out: number,
      inner: number,
      channels: number,
    ]
  >;
  readonly quantize: Kernel<[x: number, inner: number, out: number, panelStride: number, scaleOut: number]>;
  readonly unpack: Kernel<[row: number, scales: number, out: number, blocks: number]>;
  readonly addNorm: Kernel<[x: number, delta: number, weight: number, bias: number, bytes: number, epsilon: number]>;
  readonly gelu: Kernel<[x: number, end: number]>;
  readonly maskColumns: Kernel<[tokens: number, scratch: number]>;
  readonly attend: Kernel<
    [
      queries: number,
      keys: number,
      values: number,
      stride: number,
      out: number,
      outStride: number,
      tokens: number,
      scratch: number,
    ]
  >;
  readonly pool: Kernel<[x: number, rowBytes: number, end: number, out: number]>;
}

/** A WebAssembly memory as far as it is used here; the language's own types know it only beside a browser's. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

const PAGE_BYTES = 65_536;

/** The binary module of all kernels. */
export function assembleKernels(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  defineMatmul(module);
  defineQuantize(module);
  defineUnpack(module);
  defineAddNorm(module);
  defineGelu(module);
  defineAttend(module);
  definePool(module);
  return module.bytes();
}

/** A memory of at least `bytes` bytes that never grows, and the kernels that work in it. */
export function instantiateKernels(bytes: number): { readonly memory: KernelMemory; readonly kernels: Kernels } {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(assembleKernels()), { env: { memory } });
  return { memory, kernels: instance.exports as Kernels };
}
