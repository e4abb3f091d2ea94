/** Parts of a segment in plain TypeScript, for the tests of what joins them: short and slow. */
import { readUint32s } from '../dense/little-endian.ts';
import { type QuantisedVector, quantise } from '../dense/quantise.ts';
import { compileFilter, type DocumentTags } from '../filter/expression.ts';
import type { View } from '../filter/view.ts';
import { K1 } from '../lexical/constants.ts';
import type { FieldOptions } from '../types.ts';
import type {
  DensePart,
  FilterPart,
  LexicalPart,
  OpenParts,
  PartBuilder,
  PartMaker,
  SegmentLexicalCandidate,
  SegmentSpace,
} from './parts.ts';

/** How the fields of the tests count. */
export interface TestFields {
  readonly fields: readonly FieldOptions[];
  readonly averageLengths: readonly number[];
}

/** `w / (K1 + w)` of a term in a document, as float32; 0 where it does not hold it. */
export function impactOf(
  term: string,
  terms: readonly (readonly string[])[],
  { fields, averageLengths }: TestFields,
): number {
  let weighted = 0;
  for (const [f, { weight, lengthNormalisation: b }] of fields.entries()) {
    const frequency = terms[f]!.filter((held) => held === term).length;
    weighted += (weight * frequency) / (1 - b + (b * terms[f]!.length) / averageLengths[f]!);
  }
  return Math.fround(weighted / (K1 + weighted));
}

export function testParts(fields: TestFields, dimensions: number | undefined): PartMaker {
  return {
    dimensions,
    builders: () => {
      let added = 0;
      const filter = jsonBuilder<DocumentTags>('filter.json');
      return {
        lexical: jsonBuilder<readonly (readonly string[])[]>('lexical.json'),
        filter: {
          add(tags) {
            added++;
            filter.add(tags);
          },
          finish: (order) => filter.finish(order),
        },
        dense: dimensions === undefined ? undefined : denseBuilder(),
        // Not the order of adding, so that a mistake shows.
        order: () => Uint32Array.from({ length: added }, (_, i) => added - 1 - i),
      };
    },
    open: (segment) => openParts(segment, fields, dimensions),
  };
}

function jsonBuilder<Added>(name: string): PartBuilder<Added> {
  const all: Added[] = [];
  return {
    add: (value) => void all.push(value),
    finish: (order) => [
      { name, bytes: new TextEncoder().encode(JSON.stringify(Array.from(order, (added) => all[added]))) },
    ],
  };
}

function denseBuilder(): PartBuilder<QuantisedVector> {
  const json = jsonBuilder<readonly [number, ...number[]]>('dense.json');
  return { add: ({ values, scale }) => json.add([scale, ...values]), finish: (order) => json.finish(order) };
}

function openParts(segment: SegmentSpace, fields: TestFields, dimensions: number | undefined): OpenParts {
  const read = (name: string) => JSON.parse(new TextDecoder().decode(segment.space.image.section(name)));
  const ranks = readUint32s(segment.space.image.section('keys.ranks'));
  const tags: readonly DocumentTags[] = read('filter.json');
  const byScore = <C extends { doc: number; score: number }>(a: C, b: C) =>
    b.score - a.score || ranks[a.doc]! - ranks[b.doc]!;
  const bitmap = () => new Uint8Array(segment.space.memory.buffer);
  const seen = ({ ranges, bits }: View): number[] => {
    const docs: number[] = [];
    for (let i = 0; i < ranges.length; i += 2) for (let doc = ranges[i]!; doc < ranges[i + 1]!; doc++) docs.push(doc);
    return docs.filter((doc) => bits === undefined || (bitmap()[bits + (doc >> 3)]! & (1 << (doc & 7))) !== 0);
  };
  return {
    filter: filterPart(segment, tags, seen),
    lexical: lexicalPart(read('lexical.json'), fields, seen, byScore),
    dense: dimensions === undefined ? undefined : densePart(read('dense.json'), dimensions, seen, byScore),
  };
}

function filterPart(
  { space, removed, size }: SegmentSpace,
  tags: readonly DocumentTags[],
  docsOf: (view: View) => readonly number[],
): FilterPart {
  const address = space.reserve(Math.ceil(size / 8));
  return {
    tagKeys: [...new Set(tags.flatMap(Object.keys))],
    tags: (doc) => tags[doc]!,
    tagKeysOf: (view) => [...new Set(docsOf(view).flatMap((doc) => Object.keys(tags[doc]!)))],
    view(expression) {
      const passes = expression === undefined ? () => true : compileFilter(expression);
      const bytes = new Uint8Array(space.memory.buffer);
      bytes.fill(0, address, address + Math.ceil(size / 8));
      let count = 0;
      for (const [doc, carried] of tags.entries()) {
        const isRemoved = (bytes[removed.address + (doc >> 3)]! & (1 << (doc & 7))) !== 0;
        if (isRemoved || !passes(carried)) continue;
        bytes[address + (doc >> 3)]! |= 1 << (doc & 7);
        count++;
      }
      return { ranges: count === 0 ? new Uint32Array(0) : Uint32Array.of(0, size), bits: address, count };
    },
  };
}

function lexicalPart(
  documents: readonly (readonly (readonly string[])[])[],
  fields: TestFields,
  seen: (view: View) => number[],
  byScore: (a: SegmentLexicalCandidate, b: SegmentLexicalCandidate) => number,
): LexicalPart {
  return {
    documentFrequency: (term, view) => seen(view).filter((doc) => documents[doc]!.flat().includes(term)).length,
    search({ terms, idfs, limit, view, also }) {
      const docs = seen(view);
      const all = docs.map((doc) => {
        let score = 0;
        let heldIdf = 0;
        let mask = 0;
        for (const [i, term] of terms.entries()) {
          const impact = impactOf(term, documents[doc]!, fields);
          if (impact === 0) continue;
          score += idfs[i]! * impact;
          heldIdf += idfs[i]!;
          documents[doc]!.forEach((held, f) => {
            if (held.includes(term)) mask |= 1 << f;
          });
        }
        return { doc, score, heldIdf, fields: mask };
      });
      const matching = all.filter(({ score }) => score > 0);
      return {
        best: matching.sort(byScore).slice(0, limit),
        also: also.flatMap((doc) => all.find((candidate) => candidate.doc === doc) ?? []),
        total: matching.length,
      };
    },
  };
}

function densePart(
  rows: readonly (readonly number[])[],
  dimensions: number,
  seen: (view: View) => number[],
  byScore: (a: { doc: number; score: number }, b: { doc: number; score: number }) => number,
): DensePart {
  const vector = (doc: number): QuantisedVector => ({
    scale: rows[doc]![0]!,
    values: Int8Array.from(rows[doc]!.slice(1)),
  });
  const scores = (query: Float32Array | QuantisedVector, docs: readonly number[]) => {
    const { values, scale } = query instanceof Float32Array ? quantise(query) : query;
    return Float32Array.from(docs, (doc) => {
      const row = vector(doc);
      return row.values.reduce((sum, value, i) => sum + value * values[i]!, 0) * scale * row.scale;
    });
  };
  return {
    dimensions,
    vector,
    scores,
    search(query, { limit, view, floor = -Infinity }) {
      const docs = seen(view);
      const all = scores(query, docs);
      return docs
        .map((doc, i) => ({ doc, score: all[i]! }))
        .filter(({ score }) => score >= floor)
        .sort(byScore)
        .slice(0, limit);
    },
  };
}
