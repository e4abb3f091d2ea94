import { groupBy } from '../../shared/group-by.ts';
import { analyzeIdentifier, analyzeText } from '../../text/index.ts';
import type { Tool } from '../../tools/index.ts';

/** Longest part of a description that is taken for a request. */
const MAX_REQUEST = 200;
/** What so many tools of one server say alike, or this share of them, tells none of them from the others. */
const SHARED_BY = 3;
const SHARED_PART = 0.05;
/** A term in this share of a server's descriptions belongs to the server; below so many tools nothing can be said. */
const VOCABULARY_PART = 0.2;
const VOCABULARY_FROM = 8;

/** What each tool says of itself that the others of its server do not say as well. */
export interface OwnWords {
  /** The first thing that it says of itself alone, as a request; empty where there is none. */
  request(tool: Tool): string;
  /** The share of one tool's own words that another one holds, without the vocabulary of its server, 0 … 1. */
  overlap(tool: Tool, other: Tool): number;
}

/**
 * Reads what is a tool's own: sentences, labels ("Purpose:") and remarks in brackets that several tools of a server
 * share are left out, since a person who asks for one of them does not say them.
 */
export function createOwnWords(tools: readonly Tool[]): OwnWords {
  const servers = groupBy(tools, ({ source }) => source.name);
  const shared = new Map<string, ReadonlySet<string>>();
  const vocabularies = new Map<string, ReadonlySet<string>>();
  for (const [server, members] of servers) {
    const least = Math.max(SHARED_BY, SHARED_PART * members.length);
    shared.set(
      server,
      heldBy(members, (tool) => parts(tool).map(plain), least),
    );
    const often = VOCABULARY_PART * members.length;
    vocabularies.set(
      server,
      members.length < VOCABULARY_FROM
        ? new Set()
        : heldBy(members, ({ description }) => analyzeText(description), often),
    );
  }
  const request = (tool: Tool): string => {
    const common = shared.get(tool.source.name);
    const own = parts(tool).find((part) => !common?.has(plain(part)) && analyzeText(part).length > 1);
    return (own ?? '').slice(0, MAX_REQUEST).trim();
  };
  return {
    request,
    overlap: (tool, other) => {
      const vocabulary = vocabularies.get(tool.source.name);
      const own = [...new Set(analyzeText(request(tool)))].filter((term) => vocabulary?.has(term) !== true);
      const held = new Set([...analyzeText(other.description), ...analyzeIdentifier(other.originalName)]);
      return own.length === 0 ? 0 : own.filter((term) => held.has(term)).length / own.length;
    },
  };
}

function heldBy(tools: readonly Tool[], read: (tool: Tool) => readonly string[], least: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const tool of tools) for (const one of new Set(read(tool))) counts.set(one, (counts.get(one) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= least).map(([one]) => one));
}

/** Sentences and labels of a description, without numbers of lists and without remarks in brackets. */
function parts({ description }: Tool): string[] {
  return description
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s*[([][^)\]]*[)\]]/g, '')
    .split(/(?<=[.!?:])\s+|(?<=[。！？：])|\n+/u)
    .map((part) => part.replace(/^[^\p{L}]+/u, '').trim())
    .filter((part) => part !== '');
}

/** Equal for parts that differ in numbers, marks and case only. */
function plain(part: string): string {
  return part
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}
