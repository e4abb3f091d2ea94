import { type IndexChange, quantise, type SegmentDocument } from '../../../engine/index.ts';
import type { IndexSettings } from './manifest.ts';

/** Documents and settings for the tests of indexes on disk. */
export const SETTINGS: IndexSettings = {
  fields: [
    { name: 'name', weight: 3, lengthNormalisation: 0.4 },
    { name: 'text', weight: 1, lengthNormalisation: 0.75 },
  ],
  averageLengths: [2, 5],
  dimensions: 16,
  owner: { analysis: 'test@1' },
};

const WORDS = ['add', 'list', 'file', 'user', 'mail', 'send', 'issue', 'repo'];

/** The same document for the same key and version. */
export function makeDocument(key: string, version = 1): SegmentDocument {
  let state = 2166136261;
  for (const unit of `${key}/${version}`) state = Math.imul(state ^ unit.charCodeAt(0), 16777619) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const words = (count: number): string[] => Array.from({ length: count }, () => WORDS[next(WORDS.length)]!);
  return {
    key,
    hash: Uint8Array.from({ length: 8 }, (_, i) => (version >> (8 * i)) & 255),
    terms: [words(1 + next(2)), words(1 + next(7))],

    vector: quantise(Float32Array.from({ length: 16 }, () => next(21) - 10)),
    tags: { tenant: [['a', 'b', '*'][next(3)]!] },
    payload: new TextEncoder().encode(`${key}@${version}`),
  };
}

export function put(key: string, version = 1): IndexChange {
  return { op: 'put', document: makeDocument(key, version) };
}
