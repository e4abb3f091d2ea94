import { compileFilter, type FilterExpression, type SegmentDocument } from '../../engine/index.ts';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import { acceptsTool } from '../filter.ts';
import { INDEX_FIELDS, REFERENCE_LENGTHS, toIndexDocument } from './index-document.ts';
import type { RemoteIndex } from './remote-index.ts';
import { RemoteTools } from './remote-tools.ts';

/** An engine elsewhere that looks through all of its documents: what is said of an index in a cluster holds over it, too. */
export interface TestRemoteIndex extends RemoteIndex {
  /** Puts these tools in the place of those that it holds. */
  hold(entries: readonly ToolEntry[]): void;
  /** A part of it does not answer from now on, or all of it does. */
  come(whole: 'short' | 'whole' | 'not at all'): void;
  /** What it was asked, in order. */
  readonly asked: readonly string[];
}

/** A tool of a tenant, for such an index. */
export const tenantsTool = (server: string, name: string, tenant: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description: `Tool ${name} of ${server}.` },
  tags: { tenant: [tenant] },
});

export function createTestRemoteIndex(entries: readonly ToolEntry[]): TestRemoteIndex {
  const tools = new RemoteTools();
  const asked: string[] = [];
  let state: 'short' | 'whole' | 'not at all' = 'whole';
  let documents: readonly SegmentDocument[] = [];
  const hold = (some: readonly ToolEntry[]): void => {
    const made = createCatalog(some).tools.map((tool) => toIndexDocument(tool));
    documents = made.sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  hold(entries);
  /** What passes, without the last of it where a part is away. */
  const passing = (question: string, scope: FilterExpression | undefined) => {
    asked.push(question);
    if (state === 'not at all') throw new Error('nobody answers');
    const passes = scope === undefined ? () => true : compileFilter(scope);
    const all = documents.filter(({ tags }) => passes(tags));
    return { found: state === 'short' ? all.slice(0, -1) : all, short: state === 'short' };
  };
  const lookups = INDEX_FIELDS.length - 1;
  const hasTerm = (document: SegmentDocument, terms: readonly string[], fields: readonly number[]): boolean =>
    fields.some((field) => terms.some((term) => document.terms[field]!.includes(term)));
  const ranked = INDEX_FIELDS.map((_, field) => field).filter((field) => field !== lookups);
  return {
    asked,
    hold,
    come: (whole) => {
      state = whole;
    },
    averageLengths: REFERENCE_LENGTHS,
    dimensions: undefined,
    summary: async (scope) => {
      const { found, short } = passing('summary', scope);
      return { count: found.length, tagKeys: new Set(found.flatMap(({ tags }) => Object.keys(tags))), short };
    },
    find: async (scope, terms, limit) => {
      const { found, short } = passing('find', scope);
      return { documents: found.filter((one) => hasTerm(one, terms, [lookups])).slice(0, limit), short };
    },
    holds: async (scope, lookup) => {
      const { found, short } = passing('holds', scope);
      return { held: found.some((one) => lookup === undefined || hasTerm(one, [lookup], [lookups])), short };
    },
    list: async (scope, { limit, must, literal }) => {
      const { found, short } = passing('list', scope);
      const listed = found.filter((document) => {
        const tool = tools.get(document);
        if (must !== undefined && !acceptsTool(tool, { must })) return false;
        return literal === undefined || tool.originalName.toLowerCase().includes(literal.toLowerCase());
      });
      return { documents: listed.slice(0, limit), total: listed.length, short };
    },
    values: async (scope, tag, only) => {
      const { found, short } = passing('values', scope);
      const counts = new Map<string, number>();
      for (const { tags } of found) {
        for (const value of tags[tag] ?? []) {
          if (only?.includes(value) !== false) counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
      return { values: [...counts].map(([value, count]) => ({ value, count })), short };
    },
    means: async () => ({ means: new Map(), short: false }),
    candidates: async ({ scope, must, terms }) => {
      const { found, short } = passing('candidates', scope);
      const accepted = found.filter((one) => must.length === 0 || acceptsTool(tools.get(one), { must }));
      return {
        documents: accepted,
        count: found.length,
        frequencies: terms.map((term) => found.filter((one) => hasTerm(one, [term], ranked)).length),
        total: accepted.filter((one) => hasTerm(one, terms, ranked)).length,
        short,
      };
    },
  };
}
