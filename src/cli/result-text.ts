import type { RawToolResult } from '../calling/index.ts';
import { packIntegers, unpackText } from '../shared/exact-json.ts';
import { foreignText, isObject, own } from '../shared/json.ts';
import { singleLine } from '../tools/index.ts';

/**
 * A result for a person: texts as they are, everything else named in brackets with what is needed to find it;
 * structured content where there is nothing else.
 */
export function resultText(result: RawToolResult): string {
  const content = Array.isArray(result.content) ? result.content : [];
  const parts = content.map((block: unknown) => (isObject(block) ? blockText(block) : ''));
  if (parts.length === 0 && result.structuredContent !== undefined)
    parts.push(unpackText(JSON.stringify(packIntegers(result.structuredContent), undefined, 2)));
  return `${parts.join('\n')}\n`;
}

function blockText(block: Record<string, unknown>): string {
  const type = foreignText(own(block, 'type'));
  if (type === 'text') return textOf(block, 'text') ?? '[text]';
  if (type === 'resource_link')
    return bracketed(type, [nameOf(block), textOf(block, 'mimeType'), textOf(block, 'uri')]);
  const resource = own(block, 'resource');
  if (type === 'resource' && isObject(resource)) return resourceText(resource);
  return bracketed(type, [textOf(block, 'mimeType'), sizeOf(block, 'data')]);
}

function resourceText(resource: Record<string, unknown>): string {
  const label = bracketed('resource', [
    nameOf(resource),
    textOf(resource, 'mimeType'),
    sizeOf(resource, 'blob'),
    textOf(resource, 'uri'),
  ]);
  const text = textOf(resource, 'text');
  return text === undefined ? label : `${label}\n${text}`;
}

function nameOf(resource: Record<string, unknown>): string | undefined {
  return textOf(resource, 'title') ?? textOf(resource, 'name');
}

function textOf(object: Record<string, unknown>, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** How much a base64 text holds. */
function sizeOf(object: Record<string, unknown>, key: string): string | undefined {
  const data = own(object, key);
  return typeof data === 'string' ? `${Buffer.byteLength(data, 'base64')} bytes` : undefined;
}

function bracketed(type: string, facts: readonly (string | undefined)[]): string {
  const words = [type, ...facts].flatMap((fact) => (fact === undefined || fact === '' ? [] : [singleLine(fact)]));
  return `[${words.join(' ')}]`;
}
