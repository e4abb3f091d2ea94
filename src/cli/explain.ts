import { type Command, Option } from 'commander';
import { type Assembly, assemble } from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import { MAX_LIMIT } from '../retrieval/index.ts';
import type { Tool, ToolEntry } from '../tools/index.ts';
import { activationLines } from './explain-activation.ts';
import { explainPreselection } from './explain-preselection.ts';
import { explainRights } from './explain-rights.ts';
import { type ExplainSearchOptions, explainSearch } from './explain-search.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { readNumber } from './numbers.ts';
import { openTools, reportUnavailable, withToolsOptions } from './open-tools.ts';
import { TIERS } from './search-models.ts';
import { withClusterOptions } from './tool-index/cluster.ts';
import { printWarning } from './warnings.ts';

interface ExplainOptions extends ExplainSearchOptions {
  readonly activation?: boolean;
  readonly tool?: string;
  readonly preselect?: string;
  readonly window?: string;
  readonly modelWindow?: string;
}

/** No model has more; a longer number is a slip of the finger. */
const MAX_WINDOW = 1_000_000_000;

/** Options that say nothing without a query. `limit` has a value always. */
const FOR_QUERIES = ['expect', 'server', 'filter', 'refuse', 'index', 'tier', 'url', 'ca'] as const;
const REFUSALS = ['strict', 'balanced', 'never'] as const;

/** `toolscout explain`: why the product decides as it does, with the figures that it decides on. */
export function registerExplain(program: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(
    withToolsOptions(
      program
        .command('explain [query...]')
        .description('show why a request finds what it finds, or whether tools are deferred and what that saves'),
    ),
  )
    .option('--expect <tool>', 'with a query: the tool that should be found; says why it is not and what would help')
    .option('--limit <n>', `with a query: how many hits a model would be shown, 1–${MAX_LIMIT}`, '5')
    .option('--server <name>', 'with a query: only tools of this server')
    .option('--filter <expr>', 'with a query: only tools whose tags pass, such as "tenant=t1", or JSON')
    .addOption(new Option('--refuse <how>', 'with a query: how readily to say that nothing fits').choices(REFUSALS))
    .option('--index <dir>', 'with a query: an index made by "toolscout index build"')
    .addOption(new Option('--tier <tier>', 'with a query: what judges meaning (default: as configured)').choices(TIERS))
    .option('--activation', 'tokens with and without the bridge, the limit, when a search pays (the default)')
    .option('--tool <name>', 'whether this tool may be used and runs unasked, and which rules say so')
    .option('--preselect <message>', 'which tools and skills a turn with this request would start with, and why')
    .option('--window <tokens>', 'context window of the model; 200000 is assumed where it is not given')
    .option('--model-window <tokens>', 'the same as --window')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExamples:\n  toolscout explain "refund a payment" --expect create_refund\n  toolscout explain --activation --tools tools.jsonl --window 128000',
    )
    .action(async (words: string[], options: ExplainOptions) =>
      finish(words.length > 0 ? await explainSearch(words.join(' '), options, io) : await runExplain(options, io)),
    );
}

async function runExplain(options: ExplainOptions, io: CliIo): Promise<number> {
  const misplaced =
    options.backend === 'opensearch' ? 'backend' : FOR_QUERIES.find((option) => options[option] !== undefined);
  if (misplaced !== undefined) {
    throw new ToolscoutError('USAGE', `--${misplaced} explains a query, and there is none.`, {
      next: 'Write the request: toolscout explain "refund a payment" --expect create_refund.',
    });
  }
  const window = readWindow(options);
  const open = await openTools(options, io);
  try {
    if (options.tool !== undefined) return explainRights(open, options.tool, options.json === true, io);
    if (options.preselect !== undefined) {
      return await explainPreselection(open, options.preselect, options.json === true, io);
    }
    const { catalog, config, statuses } = open;
    const assembly = await assemble(catalog.tools.map(toEntry), {
      ...(config === undefined ? {} : { settings: config.toolSearch }),
      ...(config?.gateway.bridgeNames === undefined ? {} : { names: config.gateway.bridgeNames }),
      ...(config?.gateway.pinned === undefined ? {} : { pinned: config.gateway.pinned }),
      ...(window === undefined ? {} : { window }),
      // As the gateway has it: the family of the settings does not choose the format, only who asks for one does.
      profile: config?.gateway.profile ?? 'toolscout',
    });
    const warnings = [...assembly.warnings, ...(config === undefined ? [] : gatewayWarnings(assembly))];
    if (options.json === true) {
      printJson(io, toJson(assembly, warnings));
    } else {
      reportUnavailable(statuses, io);
      for (const line of activationLines(assembly, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
      for (const warning of warnings) printWarning(io, warning);
    }
    return EXIT.done;
  } finally {
    await open.close();
  }
}

function readWindow({ window, modelWindow }: ExplainOptions): number | undefined {
  if (window !== undefined && modelWindow !== undefined) {
    throw new ToolscoutError('USAGE', '--window and --model-window are the same.', { next: 'Give one of them.' });
  }
  const flag = window === undefined ? '--model-window' : '--window';
  const text = window ?? modelWindow;
  return text === undefined ? undefined : readNumber(text, { flag, min: 1, max: MAX_WINDOW });
}

/** The entry that a tool of a catalog was read from. */
function toEntry({ id, kind, source, raw, tags, directOnly }: Tool): ToolEntry {
  return { id, kind, source, definition: raw, tags, ...(directOnly ? { catalogMode: 'direct-only' } : {}) };
}

/** The gateway does not measure: where measuring says no, its bridge may cost more than it saves. */
function gatewayWarnings({ bridged, activation: { settings, cost } }: Assembly): readonly string[] {
  if (bridged || settings.enabled === 'off' || cost.savedTokens > 0 || cost.directTokens === 0) return [];
  const key = settings.family === 'mode' ? 'toolSearch' : 'tool_search';
  return [
    `The gateway shows its bridge all the same, which costs ${-cost.savedTokens} tokens a request more than the tools themselves; "tools": {"${key}": false} makes it list them.`,
  ];
}

function toJson({ activation, mode, deferred }: Assembly, warnings: readonly string[]): Record<string, unknown> {
  const { weighed, cost, warnings: advice, ...decision } = activation;
  return {
    ...decision,
    mode,
    deferred,
    tokens: { with: cost.bridgedTokens, without: cost.directTokens, exact: weighed.exact },
    weighed,
    cost,
    advice,
    warnings,
  };
}
