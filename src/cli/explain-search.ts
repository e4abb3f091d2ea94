import { changedCatalog, explainQuery, MAX_LIMIT, type Refusal } from '../retrieval/index.ts';
import { explanationLines } from './explain-search-report.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { readNumber } from './numbers.ts';
import { reportUnavailable } from './open-tools.ts';
import { openSearchTarget, type SearchTargetOptions } from './search-target.ts';

/** Options of `toolscout explain QUERY`. */
export interface ExplainSearchOptions extends SearchTargetOptions {
  readonly expect?: string;
  readonly limit?: string;
  readonly server?: string;
  readonly refuse?: Refusal;
  readonly json?: boolean;
}

/** Runs a search and shows what it was decided on. Exit code 1 where the expected tool is not shown. */
export async function explainSearch(query: string, options: ExplainSearchOptions, io: CliIo): Promise<number> {
  const limit = readNumber(options.limit ?? '5', { flag: '--limit', min: 1, max: MAX_LIMIT });
  const { filter, ...unfiltered } = options;
  const target = await openSearchTarget(unfiltered, io);
  try {
    const { catalog, over } = target;
    const explained = await explainQuery(
      target.backend,
      {
        query,
        limit,
        ...(options.server === undefined ? {} : { server: options.server }),
        ...(options.refuse === undefined ? {} : { refuse: options.refuse }),
        ...(filter === undefined ? {} : { filter }),
      },
      {
        told: limit,
        ...(options.expect === undefined ? {} : { expect: options.expect }),
        ...(over === undefined ? {} : { trial: (change) => over(changedCatalog(catalog, change)) }),
      },
    );
    if (options.json === true) printJson(io, explained);
    else {
      reportUnavailable(target.statuses, io);
      for (const line of explanationLines(explained, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
    }
    const outcome = explained.expected?.outcome;
    return outcome === undefined || outcome === 'first' || outcome === 'shown' ? EXIT.done : EXIT.failed;
  } finally {
    await target.close();
  }
}
