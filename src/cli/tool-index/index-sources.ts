import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { ToolscoutError } from '../../errors.ts';
import { type CatalogRow, readCatalogRows, resolvePath } from '../../sources/index.ts';
import type { Tool, ToolEntry } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { openTools, reportUnavailable, type ToolsOptions } from '../open-tools.ts';

/** Where the tools of an index come from: catalogue files, and the servers of a configuration. */
export interface SourceOptions extends Pick<ToolsOptions, 'config' | 'wait'> {
  readonly servers?: boolean;
}

/** Adds the options of {@link openSources} to a command. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--servers', 'index the tools of the configured MCP servers, too')
    .option('--config <file>', 'toolscout.json with servers and embedder (default: toolscout.json here, if --servers)')
    .option('--wait <seconds>', 'longest wait for servers that are still starting');
}

/** Tools as they come, and how far their files have been read. */
export interface IndexSources {
  readonly rows: AsyncIterable<CatalogRow>;
  /** Share of the files' bytes that has been read, 0 … 1; undefined where there are only servers. */
  read(): number | undefined;
}

/**
 * Opens what is to be indexed. Nothing is read before the rows are asked for, but missing files are told at once.
 * @throws ToolscoutError `USAGE`, `FILE_UNREADABLE`
 */
export function openSources(files: readonly string[], options: SourceOptions, io: CliIo): IndexSources {
  const paths = files.map((file) => resolvePath(file, io.environment.cwd, io.environment));
  const sizes = paths.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  let within = 0;
  async function* rows(): AsyncGenerator<CatalogRow> {
    for (const [i, path] of paths.entries()) {
      yield* readCatalogRows(path, (bytes) => {
        within = bytes;
      });
      before += sizes[i]!;
      within = 0;
    }
    if (options.servers === true) yield* serverRows(options, io);
  }
  return { rows: rows(), read: () => (total === 0 ? undefined : Math.min(1, (before + within) / total)) };
}

async function* serverRows(options: SourceOptions, io: CliIo): AsyncGenerator<CatalogRow> {
  const { config, wait } = options;
  const open = await openTools(
    { ...(config === undefined ? {} : { config }), ...(wait === undefined ? {} : { wait }) },
    io,
  );
  try {
    reportUnavailable(open.statuses, io);
    for (const tool of open.catalog.tools) yield { entry: entryOf(tool) };
  } finally {
    await open.close();
  }
}

function entryOf({ id, source, kind, tags, directOnly, examples, raw }: Tool): ToolEntry {
  return {
    id,
    source,
    kind,
    tags,
    examples,
    definition: raw,
    ...(directOnly ? { catalogMode: 'direct-only' as const } : {}),
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (cause) {
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read.`, {
      next: 'Check the path and its rights.',
      details: { path },
      cause,
    });
  }
}
