import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject, own } from '../../shared/json.ts';
import type { RawToolResult } from '../types.ts';
import { headLength, jsonLength } from './cut.ts';
import type { ResultStore } from './result-store.ts';

export interface BoundOptions {
  /** Bytes of text that a result may bring, all its blocks together; the same again for `structuredContent`. */
  readonly maxBytes: number;
  readonly session: string;
  readonly store: ResultStore;
  /** How the rest is read: the text of the call, given handle and offset. */
  readonly readBack: (handle: string, offset: number) => string;
}

export interface BoundedResult {
  readonly result: RawToolResult;
  /** Missing where nothing was cut. */
  readonly cut?: { readonly totalBytes: number; readonly shownBytes: number };
}

/** The member of `_meta` that says what was cut, for programs. */
const META_KEY = 'toolscout/truncated';

/** Room for what is said about the cut. */
const NOTE_BYTES = 1_000;

/**
 * Gives the head of a result that is too long, and a handle for the rest. Only text is cut: images, links and unknown
 * blocks stay whole, and so do all other members. `structuredContent` is kept or left out, never cut, because half of
 * it would be another value; left out it can be read back as JSON.
 */
export async function boundResult(result: RawToolResult, options: BoundOptions): Promise<BoundedResult> {
  const { maxBytes } = options;
  const blocks = toBlocks(result.content);
  const textBytes = blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  const structured = isObject(result.structuredContent) ? stringifyExact(result.structuredContent) : '';
  // The length in units is a lower bound of the length in bytes, and for most results a third of the bound at most.
  const structuredBytes = structured.length * 3 <= maxBytes ? structured.length : utf8.encode(structured).length;
  if (textBytes <= maxBytes && structuredBytes <= maxBytes) return { result };

  const room = maxBytes - Math.min(NOTE_BYTES, Math.floor(maxBytes / 4));
  const text = textBytes > maxBytes ? await cutText(blocks, textBytes, room, options) : undefined;
  const hasText = blocks.some((block) => block.text !== undefined);
  const structure =
    structuredBytes > maxBytes ? await leaveOut(structured, structuredBytes, hasText ? 0 : room, options) : undefined;
  const parts = [text, structure].filter((part) => part !== undefined);

  const { structuredContent, ...rest } = result;
  const totalBytes = textBytes + structuredBytes;
  const shownBytes = parts.reduce((sum, part) => sum - part.meta.totalBytes + part.meta.shownBytes, totalBytes);
  const notes = { type: 'text', text: parts.map((part) => part.note).join('\n') };
  return {
    result: {
      ...rest,
      content: [...(text?.content ?? blocks.map(({ block }) => block)), ...(structure?.content ?? []), notes],
      ...(structure !== undefined || structuredContent === undefined ? {} : { structuredContent }),
      _meta: {
        ...(isObject(result._meta) ? result._meta : {}),
        [META_KEY]: {
          ...(text === undefined ? {} : { text: text.meta }),
          ...(structure === undefined ? {} : { structuredContent: structure.meta }),
        },
      },
    },
    cut: { totalBytes, shownBytes },
  };
}

const utf8 = new TextEncoder();

interface Block {
  readonly block: unknown;
  /** Its own text, or that of the resource embedded in it; undefined for what is not cut. */
  readonly text: string | undefined;
  /** What it takes in JSON; 0 for what is not cut. */
  readonly bytes: number;
  /** The part of that which is not text. */
  readonly shell: number;
}

function toBlocks(content: unknown): readonly Block[] {
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown) => {
    const text = textOf(block);
    if (text === undefined) return { block, text, bytes: 0, shell: 0 };
    const shell = stringifyExact(withText(block, '')).length + 1;
    return { block, text, bytes: shell + jsonLength(text), shell };
  });
}

/** What became of one part of a result. */
interface CutPart {
  readonly content: readonly unknown[];
  readonly note: string;
  readonly meta: {
    readonly totalBytes: number;
    readonly shownBytes: number;
    readonly handle?: string;
    readonly offset: number;
  };
}

/** As many text blocks as there is room for, the last one cut; all blocks without text. */
async function cutText(
  blocks: readonly Block[],
  totalBytes: number,
  room: number,
  options: BoundOptions,
): Promise<CutPart> {
  const content: unknown[] = [];
  let shownBytes = 0;
  let offset = 0;
  let isFull = false;
  for (const { block, text, shell } of blocks) {
    if (text === undefined) content.push(block);
    if (text === undefined || isFull) continue;
    const length = headLength(text, room - shownBytes - shell);
    isFull = length < text.length || shownBytes + shell > room;
    if (isFull && length === 0) continue;
    content.push(isFull ? withText(block, text.slice(0, length)) : block);
    shownBytes += shell + jsonLength(text.slice(0, length));
    // One line break stands between two texts where they are read back.
    offset += length + (isFull ? 0 : 1);
  }
  const whole = blocks.flatMap(({ text }) => text ?? []).join('\n');
  const handle = await options.store.keep(options.session, whole);
  return cutPart(
    `${shownBytes} of ${totalBytes} bytes of text are shown`,
    { totalBytes, shownBytes, offset },
    handle,
    content,
    options,
  );
}

/** Leaves `structuredContent` out; its beginning is shown as text where there is room for it. */
async function leaveOut(json: string, totalBytes: number, room: number, options: BoundOptions): Promise<CutPart> {
  const offset = headLength(json, room);
  const text = json.slice(0, offset);
  const content = offset === 0 ? [] : [{ type: 'text', text }];
  const facts = { totalBytes, shownBytes: utf8.encode(text).length, offset };
  const handle = await options.store.keep(options.session, json);
  return cutPart(`structuredContent (${totalBytes} bytes of JSON) is left out`, facts, handle, content, options);
}

function cutPart(
  what: string,
  facts: Omit<CutPart['meta'], 'handle'>,
  handle: string | undefined,
  content: readonly unknown[],
  { readBack }: BoundOptions,
): CutPart {
  const rest = handle === undefined ? 'The rest could not be kept.' : `Read on with ${readBack(handle, facts.offset)}.`;
  return {
    content,
    note: `[Result cut: ${what}. ${rest}]`,
    meta: { ...facts, ...(handle === undefined ? {} : { handle }) },
  };
}

/** The text of a block: its own, or that of the resource embedded in it. */
function textOf(block: unknown): string | undefined {
  const holder = isObject(block) && own(block, 'type') === 'resource' ? own(block, 'resource') : block;
  const text = isObject(holder) ? own(holder, 'text') : undefined;
  return typeof text === 'string' ? text : undefined;
}

function withText(block: unknown, text: string): unknown {
  if (!isObject(block)) return block;
  return block.type === 'resource'
    ? { ...block, resource: { ...(block.resource as object), text } }
    : { ...block, text };
}
