import type { Command } from 'commander';
import { openToolIndex } from '../../backends/index.ts';
import { type FilterExpression, readFilter } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { createIndexCatalog } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { printWarning } from '../warnings.ts';

/** Options of a command that can also work on an index. */
export interface IndexOptions {
  readonly index?: string;
  readonly filter?: string;
}

/** Adds `--index` and `--filter` to a command. */
export function withIndexOptions(command: Command): Command {
  return command
    .option('--index <dir>', 'an index made by "toolscout index build", instead of servers or a catalogue')
    .option('--filter <expr>', 'with --index: only tools whose tags pass, such as "tenant=t1", or JSON');
}

/** Tools of an index, as far as the filter lets them be seen. */
export interface IndexTools {
  readonly catalog: Catalog & { readonly size: number };
  /** The first tools by id. */
  list(limit: number): readonly Tool[];
}

/**
 * Is the command to work on an index?
 * @throws ToolscoutError `USAGE` where options say two things
 */
export function isIndexGiven({ index, filter, tools }: IndexOptions & { readonly tools?: string }): boolean {
  if (index === undefined && filter !== undefined) {
    throw new ToolscoutError('USAGE', '--filter means nothing without --index.', { next: 'Add --index DIR.' });
  }
  if (index !== undefined && tools !== undefined) {
    throw new ToolscoutError('USAGE', '--index and --tools exclude each other.', { next: 'Give one of them.' });
  }
  return index !== undefined;
}

/**
 * Opens an index for as long as `use` runs.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`, `FILTER_INVALID`; what `use` throws
 */
export function withIndexTools<Result>(
  { index = '', filter }: IndexOptions,
  io: CliIo,
  use: (tools: IndexTools) => Result,
): Result {
  const scope = readFilterOption(filter, io);
  const open = openToolIndex(resolvePath(index, io.environment.cwd, io.environment));
  try {
    const catalog = createIndexCatalog(open.index, scope);
    const list = (limit: number): readonly Tool[] =>
      open.index.list(open.index.view(scope), limit).flatMap((doc) => catalog.byId(open.index.key(doc)) ?? []);
    return use({ catalog, list });
  } finally {
    open.close();
  }
}

/**
 * A filter as it was given; none where the option was left out. An empty one grants nothing, which is said: whoever wrote
 * `--filter "$RIGHTS"` should learn that the variable was empty.
 * @throws ToolscoutError `FILTER_INVALID`
 */
export function readFilterOption(filter: string | undefined, io: CliIo): FilterExpression | undefined {
  if (filter === undefined) return undefined;
  if (filter.trim() === '') printWarning(io, '--filter is empty, which grants nothing.');
  return readFilter(filter);
}
