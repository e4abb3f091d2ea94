import type { Catalog } from '../../tools/index.ts';
import type { CodeError, CodeResult } from '../types.ts';

/** What the mode's one tool answers: every byte of it goes to a model. */
export interface CodeAnswer {
  readonly ok: boolean;
  /** What the snippet returned. Whole numbers beyond 2^53 are texts. */
  readonly value?: unknown;
  readonly error?: CodeError;
  readonly logs: readonly string[];
  /** The calls of tools, in the order in which they ended. */
  readonly calls: readonly CalledInSnippet[];
  /** Ids of tools whose calls were under way when the run ended: whether they took effect is unknown. */
  readonly unfinished?: readonly string[];
  readonly notes?: readonly string[];
  readonly telemetry: SnippetTelemetry;
}

/** One call of a snippet. */
export interface CalledInSnippet {
  readonly tool: string;
  readonly ok: boolean;
  readonly ms: number;
  /** Code of what failed. */
  readonly error?: string;
}

/** Figures of one run. */
export interface SnippetTelemetry {
  readonly ms: number;
  readonly catalogSize: number;
  /** Tools of the catalog by kind of source, in the words of the mode family. */
  readonly sources: { readonly openclaw: number; readonly mcp: number; readonly client: number };
  readonly searchCount: number;
  readonly describeCount: number;
  readonly callCount: number;
}

/** What of a run a model is told: nothing of the process that ran it. */
export function toCodeAnswer(result: CodeResult, catalog: Catalog): CodeAnswer {
  const { logs, calls, unfinished, notes, telemetry } = result;
  const { ms, searchCount, describeCount, callCount } = telemetry;
  return {
    ok: result.ok,
    ...(result.ok ? { value: withoutBigInts(result.value) } : { error: result.error }),
    logs: logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)),
    calls: calls.map(({ key: _key, ...call }) => call),
    ...(unfinished.length === 0 ? {} : { unfinished: unfinished.map(({ tool }) => tool) }),
    ...(notes.length === 0 ? {} : { notes }),
    telemetry: {
      ms,
      catalogSize: catalog.tools.length,
      sources: countSources(catalog),
      searchCount,
      describeCount,
      callCount,
    },
  };
}

function countSources({ tools }: Catalog): SnippetTelemetry['sources'] {
  const sources = { openclaw: 0, mcp: 0, client: 0 };
  for (const { source } of tools)
    sources[source.kind === 'mcp' || source.kind === 'client' ? source.kind : 'openclaw']++;
  return sources;
}

/** The answer is plain JSON on its way out, where they would be refused. */
function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBigInts);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBigInts(member)]));
}
