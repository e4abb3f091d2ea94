import { type Command, Option } from 'commander';
import type { Embedder } from '../../engine/index.ts';
import { DEFAULT_SEARCH } from '../../gateway/index.ts';
import type { CliIo } from '../io.ts';
import { openConfig } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';

/** What an index is embedded with. */
export interface EmbedderOptions {
  readonly config?: string;
  readonly tier?: 'lexical' | 'static';
}

/** Adds `--tier` to a command that writes an index. */
export function withEmbedderOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--tier <tier>',
      'what finds by meaning: static is the built-in model, lexical none (default: the embedder of --config, else static)',
    ).choices(['lexical', 'static']),
  );
}

/** Opens the embedder that the options or the named configuration ask for. */
export async function openIndexModels(
  { config, tier }: EmbedderOptions,
  io: CliIo,
): Promise<{ readonly embedder: Embedder | undefined; close(): void }> {
  // Only what is named: an index must not depend on the folder that it is made in.
  const search = config === undefined ? DEFAULT_SEARCH : (await openConfig({ config }, io)).search;
  return openSearchModels(search, io, tier);
}
