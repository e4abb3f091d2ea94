import {
  type DocumentTags,
  type FieldOptions,
  type NumberedTerms,
  type QuantisedVector,
  type SegmentDocument,
  TermDictionary,
  termLists,
} from '../../engine/index.ts';
import type { JsonObject } from '../../shared/json.ts';
import { RecentMap } from '../../shared/recent-map.ts';
import { TermNumbers } from '../../text/index.ts';
import {
  ownTexts,
  type PassingTool,
  parameterTextsOf,
  type Tool,
  type ToolKind,
  type ToolTags,
} from '../../tools/index.ts';
import { termsOf } from '../analysis.ts';
import { FIELDS } from '../constants.ts';
import { LookupNumbers } from './lookup-numbers.ts';
import { lookupTerms } from './lookup-terms.ts';
import { TextBytes } from './text-bytes.ts';
import { payloadText, writePayload } from './tool-payload.ts';

/**
 * Raised when equal tools are stored as other documents than before, so that an index of the old kind is not updated with
 * the new: other fields, terms, look-ups or payload.
 */
export const DOCUMENT_VERSION = 1;

/** The fields of an index: those that rank, and one of look-ups, which no request reaches. */
export const INDEX_FIELDS: readonly FieldOptions[] = [
  ...FIELDS,
  { name: 'lookups', weight: 1, lengthNormalisation: 0 },
];

/**
 * Length of each field that counts as usual. Fixed, so that a score depends neither on when an index was built nor on what
 * else is in it; chosen between the means of public catalogues (descriptions of 5 to 18 terms, 2 to 9 argument names), so
 * that figures on each stay near those with its own means. Of titles and examples, which few tools have, the mean of those that
 * have them.
 */
export const REFERENCE_LENGTHS: readonly number[] = [3, 2.5, 8, 7, 16, 2, 15, 1];

/** What conditions of a request beside rights are kept under; a leading control character keeps them from callers' tags. */
const SERVER_TAG = '\u0001server';
const KIND_TAG = '\u0001kind';

/** The condition that tools come from this source. */
export const serverCondition = (server: string): { op: 'in'; tag: string; values: readonly string[] } => ({
  op: 'in',
  tag: SERVER_TAG,
  values: [serverValue(server)],
});

/** The source that a document with these tags comes from. */
export function serverOfTags(tags: DocumentTags): string {
  return tags[SERVER_TAG]![0]!.slice(1);
}

/** The condition that entries are of this kind. */
export const kindCondition = (kind: ToolKind): { op: 'in'; tag: string; values: readonly string[] } => ({
  op: 'in',
  tag: KIND_TAG,
  values: [kind],
});

/** Is this a tag of a caller? */
export function isCallersTag(tag: string): boolean {
  return !tag.startsWith('\u0001');
}

/** A source may be called `*`, which as a value would be every value. */
function serverValue(server: string): string {
  return `=${server}`;
}

/** A tool as an index takes it. `vector` is that of the index's embedder; absent in an index without one. */
export function toIndexDocument(tool: Tool, vector?: QuantisedVector): SegmentDocument {
  return {
    key: tool.id,
    hash: documentHash(tool),
    terms: [...termsOf(tool), lookupTerms(tool)],
    ...(vector === undefined ? {} : { vector }),
    tags: indexTags(tool),
    payload: writePayload(tool),
  };
}

/** Terms of the parameters of a schema. */
interface ParameterTerms {
  readonly names: readonly number[];
  readonly texts: readonly number[];
}

/** As many as the readers of catalogues know again: some twenty megabytes. */
const MAX_KNOWN_SCHEMAS = 2 ** 16;

/** Makes documents of many tools: equal to those of {@link toIndexDocument}, their terms numbered. */
export class IndexDocuments {
  readonly #dictionary = new TermDictionary();
  readonly #words: TermNumbers;
  readonly #lookups: LookupNumbers;
  readonly #bytes = new TextBytes();
  readonly #parameters = new RecentMap<JsonObject, ParameterTerms>(MAX_KNOWN_SCHEMAS);

  constructor() {
    const numberOf = (term: string): number => this.#dictionary.intern(term);
    this.#words = new TermNumbers(numberOf);
    // No text has a term like those of look-ups.
    this.#lookups = new LookupNumbers((term) => this.#dictionary.appendOwn(term));
  }

  make(passing: PassingTool, vector?: QuantisedVector): SegmentDocument {
    const { tool } = passing;
    const payload = this.#bytes.encode(payloadText(passing));
    return new NumberedDocument(tool, payload, this.#number(tool), vector);
  }

  /** Field by field in the order of {@link INDEX_FIELDS}. */
  #number(tool: Tool): NumberedTerms {
    const { name, title, description, server, examples } = ownTexts(tool);
    const parameters = this.#parameterTerms(tool.inputSchema);
    const numbers: number[] = [];
    const ends: number[] = [];
    const words = this.#words;
    words.addIdentifier(name, numbers);
    ends.push(numbers.length);
    words.addText(title, numbers);
    ends.push(numbers.length);
    words.addText(description, numbers);
    ends.push(numbers.length);
    for (let i = 0; i < parameters.names.length; i++) numbers.push(parameters.names[i]!);
    ends.push(numbers.length);
    for (let i = 0; i < parameters.texts.length; i++) numbers.push(parameters.texts[i]!);
    ends.push(numbers.length);
    words.addIdentifier(server, numbers);
    ends.push(numbers.length);
    for (const one of examples) words.addText(one, numbers);
    ends.push(numbers.length);
    this.#lookups.add(tool, numbers);
    ends.push(numbers.length);
    return { dictionary: this.#dictionary, numbers, ends };
  }

  /** Remembered by object: sources give tools with equal schemas the same one. */
  #parameterTerms(inputSchema: JsonObject): ParameterTerms {
    const known = this.#parameters.get(inputSchema);
    if (known !== undefined) return known;
    const { parameterNames, parameterTexts } = parameterTextsOf(inputSchema);
    const terms = { names: [] as number[], texts: [] as number[] };
    for (const one of parameterNames) this.#words.addIdentifier(one, terms.names);
    for (const one of parameterTexts) this.#words.addText(one, terms.texts);
    this.#parameters.set(inputSchema, terms);
    return terms;
  }
}

class NumberedDocument implements SegmentDocument {
  readonly key: string;
  readonly hash: Uint8Array;
  readonly numbered: NumberedTerms;
  readonly vector?: QuantisedVector;
  readonly tags: DocumentTags;
  readonly payload: Uint8Array;

  constructor(tool: Tool, payload: Uint8Array, numbered: NumberedTerms, vector: QuantisedVector | undefined) {
    this.key = tool.id;
    this.hash = documentHash(tool);
    this.numbered = numbered;
    if (vector !== undefined) this.vector = vector;
    this.tags = indexTags(tool);
    this.payload = payload;
  }

  get terms(): SegmentDocument['terms'] {
    return termLists(this.numbered);
  }
}

function indexTags({ tags, source, kind }: Tool): DocumentTags {
  return { ...callersTags(tags), [SERVER_TAG]: [serverValue(source.name)], [KIND_TAG]: [kind] };
}

/** Nearly all tags are. */
function callersTags(tags: ToolTags): ToolTags {
  if (Object.keys(tags).every(isCallersTag)) return tags;
  return Object.fromEntries(Object.entries(tags).filter(([tag]) => isCallersTag(tag)));
}

/** What a document of a tool has as its hash: the first eight bytes of the tool's. */
export function documentHash({ hash }: Tool): Uint8Array {
  const bytes = new Uint8Array(8);
  for (let i = 0; i < 8; i++) bytes[i] = 16 * digitAt(hash, 2 * i) + digitAt(hash, 2 * i + 1);
  return bytes;
}

/** The value of a digit, 0-9 or a-f. */
function digitAt(hash: string, at: number): number {
  const unit = hash.charCodeAt(at);
  return unit < 0x60 ? unit - 0x30 : unit - 0x61 + 10;
}
