import {
  type EvaluationQuery,
  type EvaluationReport,
  evaluate,
  filterSet,
  type OfferedCall,
  readNoToolQueries,
  readRun,
  readSet,
  type SearcherAnswer,
} from '../evaluation/index.ts';
import { CANDIDATE_LIMIT, FIELDS, searchTools } from '../retrieval/index.ts';
import { resolvePath } from '../sources/index.ts';
import { type Catalog, createCatalog, type Tool, type ToolEntry } from '../tools/index.ts';
import { type EvalTargetOptions, openEvalTarget } from './eval-target.ts';
import type { CliIo } from './io.ts';
import { createProgressLine, createWorkProgress } from './progress.ts';
import { isInCluster } from './tool-index/cluster.ts';

/** Options that say what is asked. */
export interface EvalSetOptions extends EvalTargetOptions {
  readonly set?: string;
  /** Of `--no-tool`: the command line library takes the `no-` for itself and gives true where it is not used. */
  readonly tool?: string | true;
  readonly tools?: string;
}

/** A set as one run asks it. */
export interface OpenSet {
  readonly tools: readonly ToolEntry[];
  readonly queries: readonly EvaluationQuery[];
  /** Left out, because the filter hides all their tools. */
  readonly skipped: number;
  readonly catalog: Catalog;
}

export async function openSet(options: EvalSetOptions & { readonly set: string }, io: CliIo): Promise<OpenSet> {
  const file = (path: string) => resolvePath(path, io.environment.cwd, io.environment);
  const progress = createProgressLine(io);
  progress.update('Reading the set');
  const whole = await readSet(file(options.set), options.tools === undefined ? {} : { toolsFile: file(options.tools) });
  const set = options.filter === undefined ? { ...whole, skipped: 0 } : filterSet(whole, options.filter);
  const noTool = typeof options.tool === 'string' ? await readNoToolQueries(file(options.tool)) : [];
  progress.clear();
  let catalog: Catalog | undefined;
  return {
    tools: set.tools,
    queries: [...set.queries, ...noTool],
    skipped: set.skipped,
    get catalog() {
      catalog ??= createCatalog(set.tools);
      return catalog;
    },
  };
}

/** One search over a set. */
export interface EvalRun {
  readonly report: EvaluationReport;
  /** By id of the request. */
  readonly answers: ReadonlyMap<string, SearcherAnswer>;
  /** What a model would be offered for each request, where that was asked for. */
  readonly offered: readonly OfferedCall[];
}

export interface EvalRunOptions {
  readonly depths: readonly number[];
  /** Also look what a model would be offered, so many tools at most. */
  readonly offer?: number;
}

/** Asks every request of the set and measures. */
export async function runSet(
  set: OpenSet,
  options: EvalSetOptions,
  { depths, offer }: EvalRunOptions,
  io: CliIo,
): Promise<EvalRun> {
  const { queries, skipped } = set;
  const line = createProgressLine(io);
  const started = performance.now();
  const target = await openEvalTarget(set.tools, queries.length, options, line, io);
  try {
    const { backend, tools } = target;
    await searchTools(backend, { query: 'warm up' });
    const buildMs = performance.now() - started;
    line.clear();
    const progress = createWorkProgress(io, 'Asking', queries.length);
    const answers = new Map<string, SearcherAnswer>();
    const offered: OfferedCall[] = [];
    const servers = new Map(set.tools.map((tool) => [tool.id, tool.source.name]));
    let degraded = 0;
    const report = await evaluate(
      { tools: options.index === undefined ? tools : { length: target.size }, queries },
      async ({ text, limit }) => {
        const result = await searchTools(backend, { query: text, limit });
        if (result.degraded) degraded++;
        return {
          verdict: result.verdict,
          ranked: result.ranked.map(({ tool, confidence }) => ({ id: tool.id, confidence })),
          callable: result.hits.length > 0,
        };
      },
      {
        depths,
        buildMs,
        serverOf: (tool) => servers.get(tool),
        onAnswer: ({ id }, answer) => {
          answers.set(id, answer);
          progress.update(answers.size);
        },
        config: {
          backend: isInCluster(options) ? 'opensearch' : options.index === undefined ? 'memory' : 'local',
          tier: target.tier,
          examples: tools.filter(({ examples = [] }) => examples.length > 0).length,
          candidates: CANDIDATE_LIMIT,
          ...(options.filter === undefined ? {} : { filter: options.filter, skipped }),
          fields: FIELDS.map(({ name, weight, lengthNormalisation }) => ({ name, weight, lengthNormalisation })),
        },
      },
    );
    if (offer !== undefined) {
      for (const { id, text } of queries) {
        // As a bridge asks, not a slice of a longer answer: parts of a compound request share the hits out.
        const { hits } = await searchTools(backend, { query: text, limit: offer });
        offered.push({ query: id, text, tools: hits.map(({ tool }): Tool => tool).slice(0, offer) });
      }
    }
    progress.clear();
    if (degraded > 0) io.stderr(`warning: ${degraded} of ${queries.length} answers lack a model that was asked for\n`);
    return { report, answers, offered };
  } finally {
    line.clear();
    await target.close();
  }
}

/** The answers of a saved run to the requests of a set. */
export async function replayRun(path: string, set: OpenSet, depths: readonly number[], io: CliIo): Promise<EvalRun> {
  const answers = await readRun(resolvePath(path, io.environment.cwd, io.environment));
  const known = set.queries.filter(({ id }) => answers.has(id));
  const servers = new Map(set.tools.map((tool) => [tool.id, tool.source.name]));
  const report = await evaluate({ tools: set.tools, queries: known }, async ({ id }) => answers.get(id)!, {
    depths,
    serverOf: (tool) => servers.get(tool),
    config: { run: path },
  });
  return { report, answers, offered: [] };
}
