import { ModuleBuilder } from '../assembler/module.ts';
import type { WasmMemory } from '../codec/segment-memory.ts';
import { type AssignNearest, defineAssignNearest } from './assign-nearest.ts';
import { type BitmapKernels, defineBitmaps } from './bitmaps.ts';
import { type CountListed, type CountPresent, defineCountPresent } from './count-present.ts';
import { defineDigestPlanes, type MarkGreatest, type MarkPresent } from './digest-planes.ts';
import { type DotKernels, defineDot } from './dot.ts';
import { defineHamming, type HammingKernels } from './hamming.ts';
import { defineScanLexical, type ScanLexical } from './scan-lexical.ts';

/**
 * The kernels of search over one memory. Each has a file of its own with its type, its `define…` and what it promises;
 * a test beside it compares it with plain TypeScript (`test-memory.ts`).
 */
export interface SearchKernels extends BitmapKernels, HammingKernels, DotKernels {
  readonly assignNearest: AssignNearest;
  readonly countListed: CountListed;
  readonly countPresent: CountPresent;
  readonly markGreatest: MarkGreatest;
  readonly markPresent: MarkPresent;
  readonly scanLexical: ScanLexical;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The binary module of all search kernels. */
function assembleSearchKernels(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  defineBitmaps(module);
  defineCountPresent(module);
  defineDigestPlanes(module);
  defineHamming(module);
  defineDot(module);
  defineAssignNearest(module);
  defineScanLexical(module);
  return module.bytes();
}

let compiled: object | undefined;
const instances = new WeakMap<WasmMemory, SearchKernels>();

/** The kernels that work in `memory`: compiled once, instantiated once a memory. */
export function searchKernels(memory: WasmMemory): SearchKernels {
  const known = instances.get(memory);
  if (known !== undefined) return known;
  compiled ??= new WebAssembly.Module(assembleSearchKernels());
  const kernels = new WebAssembly.Instance(compiled, { env: { memory } }).exports as SearchKernels;
  instances.set(memory, kernels);
  return kernels;
}
