import { impactOf, type SegmentDocument, weighTerms } from '../../engine/index.ts';
import { INDEX_FIELDS, type StoredDocument } from '../../retrieval/index.ts';
import { isObject } from '../../shared/json.ts';
import { preferredName, type ToolEntry } from '../../tools/index.ts';
import { damagedDocument } from './failures.ts';
import { tagTerm } from './filter-query.ts';
import { TERM_FIELDS, type VectorEncoding } from './index-body.ts';
import { member } from './members.ts';

/** What is read back of a document: everything but what only the engine needs. */
export const SOURCE_FIELDS: readonly string[] = [
  'id',
  'hash',
  'tags',
  'tag_keys',
  'terms',
  'lookups',
  'vector',
  'scale',
  'payload',
];

/** The same without what a document is ranked by. */
export const TOOL_FIELDS: readonly string[] = ['id', 'hash', 'tags', 'tag_keys', 'payload'];

/** A document as the cluster keeps it. */
export function toStored(
  document: SegmentDocument,
  averageLengths: readonly number[],
  encoding: VectorEncoding,
): Record<string, unknown> {
  const { key, hash, terms, tags, vector, payload } = document;
  const text = new TextDecoder().decode(payload);
  const lookups = terms[TERM_FIELDS.length]!;
  const weighed = weighTerms([...terms.slice(0, TERM_FIELDS.length), []], INDEX_FIELDS, averageLengths);
  return {
    id: key,
    hash: toHex(hash),
    tags: Object.entries(tags).flatMap(([tag, values]) => values.map((value) => tagTerm(tag, value))),
    tag_keys: Object.keys(tags),
    names: namesIn(JSON.parse(text)),
    lookups,
    terms: Object.fromEntries(TERM_FIELDS.map((name, field) => [name, terms[field]!.join(' ')])),
    impacts: Object.fromEntries([...weighed].map(([term, { weight }]) => [term, impactOf(weight)])),
    payload: text,
    ...(vector === undefined
      ? {}
      : {
          vector: Buffer.from(vector.values.buffer, vector.values.byteOffset, vector.values.length).toString('base64'),
          scale: vector.scale,
          // A vector without a direction is near to nothing, and some spaces refuse it.
          ...(vector.scale === 0 ? {} : { embedding: toEmbedding(vector, encoding) }),
        }),
  };
}

/** What a literal is looked for in. */
function namesIn({ source, definition }: Pick<ToolEntry, 'source' | 'definition'>): string[] {
  const names = [definition.name, preferredName(source, definition.name)].map((name) => name.toLowerCase());
  return [...new Set(names)];
}

function toEmbedding({ values, scale }: NonNullable<SegmentDocument['vector']>, encoding: VectorEncoding): number[] {
  if (encoding === 'byte') return [...values];
  // Six digits are more than int8 has.
  return Array.from(values, (value) => Math.round(value * scale * 1e6) / 1e6);
}

/**
 * Reads a document back.
 * @throws ToolscoutError `INDEX_DAMAGED` for one that this package has not written
 */
export function fromStored(source: unknown): SegmentDocument {
  const terms = member(source, 'terms');
  if (!isObject(terms)) throw damagedDocument(String(member(source, 'id') ?? '?'));
  const vector = member(source, 'vector');
  const scale = member(source, 'scale');
  return {
    ...toolOfStored(source),
    terms: [
      ...TERM_FIELDS.map((name) =>
        String(member(terms, name) ?? '')
          .split(' ')
          .filter((term) => term !== ''),
      ),
      texts(member(source, 'lookups')),
    ],
    ...(typeof vector === 'string' && typeof scale === 'number'
      ? { vector: { values: new Int8Array(Buffer.from(vector, 'base64')), scale } }
      : {}),
  };
}

/**
 * Reads of a document what its tool is made of.
 * @throws ToolscoutError `INDEX_DAMAGED` for one that this package has not written
 */
export function toolOfStored(source: unknown): StoredDocument {
  const id = member(source, 'id');
  const hash = member(source, 'hash');
  const payload = member(source, 'payload');
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof payload !== 'string') {
    throw damagedDocument(typeof id === 'string' ? id : '?');
  }
  const tags: Record<string, string[]> = Object.create(null);
  for (const key of texts(member(source, 'tag_keys'))) tags[key] = [];
  for (const text of texts(member(source, 'tags'))) {
    const [tag, value] = JSON.parse(text) as [string, string];
    tags[tag] ??= [];
    tags[tag].push(value);
  }
  return { key: id, hash: fromHex(hash), tags, payload: new TextEncoder().encode(payload) };
}

/** A field with one value may come back as that value. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'));
}
