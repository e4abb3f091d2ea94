import { shortHash } from '../shared/hash.ts';
import type { ToolSource } from './definition.ts';

/** Longest name that every model API accepts. */
export const MAX_NAME_LENGTH = 64;

/** Stands between source and tool. The first one in a name is always this separator, see {@link sourcePart}. */
const SEPARATOR = '__';

/** 8 × 5 bits: two of a million names that share a readable part collide with probability 5e-7 a pair at most. */
const HASH_LENGTH = 8;
const LONG_HASH_LENGTH = 16;

/** What a readable part shrinks to when everything in it is foreign script or punctuation. */
const PLACEHOLDER = 'x';

/**
 * The name a model sees for a tool: `source__tool` where that is safe and unambiguous, otherwise a readable stump with
 * a hash of the original pair. It depends on this one tool only, so it stays the same when servers come and go.
 * Core and client tools keep their own name when it is safe: the host knows them by it.
 *
 * Always matches `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`. Reversed by table, never by splitting.
 */
export function preferredName(source: ToolSource, toolName: string): string {
  const bare = source.kind === 'core' || source.kind === 'client' || source.name === '';
  const server = bare ? { text: '', exact: true } : sourcePart(source.name);
  const tool = toolPart(toolName, bare);
  const joined = bare ? tool.text : server.text + SEPARATOR + tool.text;
  if (server.exact && tool.exact && joined.length <= MAX_NAME_LENGTH) return joined;
  return hashedName(server.text, tool.text, identity(source, toolName), HASH_LENGTH);
}

/** The name to fall back on when {@link preferredName} is taken: same stump, twice the hash. */
export function fallbackName(source: ToolSource, toolName: string): string {
  const bare = source.kind === 'core' || source.kind === 'client' || source.name === '';
  const server = bare ? '' : sourcePart(source.name).text;
  return hashedName(server, toolPart(toolName, bare).text, identity(source, toolName), LONG_HASH_LENGTH);
}

/**
 * Stable id `kind:source:tool`. A colon or percent sign in the source's name is percent-encoded, so that two pairs
 * never give one id; the tool's name stands verbatim.
 */
export function toolId(source: ToolSource, toolName: string): string {
  return `${source.kind}:${source.name.replace(/[%:]/g, (mark) => (mark === ':' ? '%3A' : '%25'))}:${toolName}`;
}

interface NamePart {
  readonly text: string;
  /** False when another original could give the same text. */
  readonly exact: boolean;
}

/** A source part is exact only if the first `__` of the joined name must be ours, and no repair was needed. */
function sourcePart(name: string): NamePart {
  const text = safeCharacters(name);
  const exact = text === name && !text.includes(SEPARATOR) && !text.endsWith('_') && /^[a-zA-Z]/.test(text);
  return { text: startWithLetter(text), exact };
}

function toolPart(name: string, bare: boolean): NamePart {
  const text = safeCharacters(name);
  if (!bare) return { text, exact: text === name };
  return { text: startWithLetter(text), exact: text === name && /^[a-zA-Z_]/.test(text) };
}

function safeCharacters(name: string): string {
  const text = name
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, 4 * MAX_NAME_LENGTH)
    .replace(/^_+$/, '');
  return text === '' ? PLACEHOLDER : text;
}

function startWithLetter(text: string): string {
  return /^[a-zA-Z_]/.test(text) ? text : `_${text}`;
}

function hashedName(server: string, tool: string, identityText: string, hashLength: number): string {
  const separator = server === '' ? '' : SEPARATOR;
  const room = MAX_NAME_LENGTH - separator.length - 1 - hashLength;
  // The tool's own words tell more than the server's; the server keeps at least a third.
  const serverLength = Math.min(server.length, Math.max(Math.floor(room / 3), room - tool.length));
  const stump = server.slice(0, serverLength) + separator + tool.slice(0, room - serverLength);
  return `${stump}_${shortHash(identityText, hashLength)}`;
}

/** NUL cannot occur in a configured name, so the pair is unambiguous. */
function identity(source: ToolSource, toolName: string): string {
  return `${source.kind}\u0000${source.name}\u0000${toolName}`;
}
