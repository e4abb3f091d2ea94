import type { Tool } from '../tools/index.ts';
import { partIdentifier } from './part-identifier.ts';

/**
 * The texts that are embedded, put together as the built-in models were trained on them. Parameters are left to the
 * lexical index: pooling over many words blurs a vector. Lengths are in code points.
 */
const TOOL_LENGTH = 400;
const SERVER_LENGTH = 60;
const REQUEST_LENGTH = 600;

/** Name, server and description of a tool as one text. */
export function toolEmbeddingText({ originalName, source, description }: Tool): string {
  const text = `${partIdentifier(originalName)} . ${serverText(source.name)} . ${onOneLine(description)}`;
  return firstCodePoints(text, TOOL_LENGTH);
}

function serverText(name: string): string {
  const parted = partIdentifier(name);
  return parted.length <= SERVER_LENGTH ? parted : [...parted].slice(-SERVER_LENGTH).join('');
}

/** Most descriptions are so already, which is quickly seen. */
function onOneLine(text: string): string {
  return NOT_ON_ONE_LINE.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

const NOT_ON_ONE_LINE = /[^\S ]| {2}|^ | $/;

/** The part of a request that is embedded. */
export function requestEmbeddingText(query: string): string {
  return firstCodePoints(query, REQUEST_LENGTH);
}

/** What a tool is asked for, as one text. */
export function exampleEmbeddingText({ examples }: Pick<Tool, 'examples'>): string {
  return requestEmbeddingText(examples.join('\n'));
}

function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
