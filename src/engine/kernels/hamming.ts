import { type I32, i32, i64 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';

/** Bytes of one candidate: uint32 document, then its distance (uint32) or its score (float32). */
export const CANDIDATE_BYTES = 8;
/** Words of a code that has a loop of its own: 256 bits. */
const USUAL_WORDS = 4;
const WORD_BYTES = 8;

/** Distances of sign codes: how many bits of a document's code differ from the query's. */
export interface HammingKernels {
  /**
   * The documents of the runs, pairs of start and end from `runs` to `runsEnd`, whose distance is at most `most` and
   * whose bit is set, where `bits` is the address of a bitmap and not 0. Writes candidates from `out` on; gives the
   * address behind the last. There must be room for all.
   */
  readonly selectNear: (
    runs: number,
    runsEnd: number,
    codes: number,
    words: number,
    query: number,
    most: number,
    bits: number,
    out: number,
  ) => number;
}

/** Defines the kernels of {@link HammingKernels}. The processor counts the bits of 64-bit words, SIMD cannot. */
export function defineHamming(module: ModuleBuilder): void {
  module.defineNumber(
    'selectNear',
    ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    (f, runs, runsEnd, codes, words, query, most, bits, out) => {
      const doc = f.local('i32');
      const end = f.local('i32');
      const eachRun = (scan: () => void): void =>
        f.repeatUntil(runs, runsEnd, 8, () => {
          f.set(doc, i32.load(runs));
          f.set(end, i32.load(runs, 4));
          scan();
        });
      eachDistance({ f, doc, end, codes, words, query, eachRun }, (distance) => {
        f.when(i32.leU(distance, most), () => {
          whenSeen(f, bits, doc, () => {
            f.run(i32.store(out, doc));
            f.run(i32.store(out, distance, 4));
            f.advance(out, CANDIDATE_BYTES);
          });
        });
      });
      return out;
    },
  );
}

interface Scan {
  readonly f: BodyBuilder;
  readonly doc: Local<'i32'>;
  readonly end: Local<'i32'>;
  readonly codes: I32;
  readonly words: Local<'i32'>;
  readonly query: Local<'i32'>;
  /** Writes a loop that sets `doc` and `end` for each run. */
  readonly eachRun: (scan: () => void) => void;
}

/** Writes the loop over documents twice: with the usual words of the query in registers, and with any number of words. */
function eachDistance(scan: Scan, use: (distance: Local<'i32'>) => void): void {
  const { f, doc, end, codes, words, query, eachRun } = scan;
  const code = f.local('i32');
  const distance = f.local('i32');
  const codeBytes = f.let(i32.shl(words, i32.const(3)));
  f.when(
    i32.eq(words, i32.const(USUAL_WORDS)),
    () => {
      const own = Array.from({ length: USUAL_WORDS }, (_, i) => f.let(i64.load(query, i * WORD_BYTES)));
      eachRun(() => {
        f.set(code, i32.add(codes, i32.mul(doc, codeBytes)));
        f.repeatUntil(doc, end, 1, () => {
          const counts = own.map((word, i) => i64.popcnt(i64.xor(i64.load(code, i * WORD_BYTES), word)));
          f.set(distance, i32.wrapI64(counts.reduce((sum, count) => i64.add(sum, count))));
          use(distance);
          f.advance(code, USUAL_WORDS * WORD_BYTES);
        });
      });
    },
    () => {
      const word = f.local('i32');
      const queryEnd = f.let(i32.add(query, codeBytes));
      eachRun(() => {
        f.set(code, i32.add(codes, i32.mul(doc, codeBytes)));
        f.repeatUntil(doc, end, 1, () => {
          f.set(distance, i32.const(0));
          f.set(word, query);
          f.repeatUntil(word, queryEnd, WORD_BYTES, () => {
            f.advance(distance, i32.wrapI64(i64.popcnt(i64.xor(i64.load(code), i64.load(word)))));
            f.advance(code, WORD_BYTES);
          });
          use(distance);
        });
      });
    },
  );
}

/** Runs `body` where there is no bitmap or the bit of the document is set. */
function whenSeen(f: BodyBuilder, bits: Local<'i32'>, doc: Local<'i32'>, body: () => void): void {
  f.block((leave) => {
    f.when(bits, () => {
      const byte = i32.load8U(i32.add(bits, i32.shrU(doc, i32.const(3))));
      leave(i32.eqz(i32.and(i32.shrU(byte, i32.and(doc, i32.const(7))), i32.const(1))));
    });
    body();
  });
}
