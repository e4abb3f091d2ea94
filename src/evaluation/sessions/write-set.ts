import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { Tool } from '../../tools/index.ts';

/** A request as a set has it, with its right answers. */
export interface LabelledRequest {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  readonly split: string;
  /** Tool id → grade; empty: no tool serves it. */
  readonly relevant: ReadonlyMap<string, number>;
}

/**
 * Writes a folder that `readSet` reads: the tools as they are now, the requests, the judgements. A line of a request can be
 * corrected by hand: these are plain files.
 * @throws ToolscoutError `FILE_NOT_WRITTEN`
 */
export async function writeSet(
  dir: string,
  tools: readonly Tool[],
  requests: readonly LabelledRequest[],
): Promise<void> {
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const files = {
    'tools.jsonl': lines(tools.map(toRow)),
    'queries.jsonl': lines(
      requests.map(({ id, text, lang, split, relevant }) => ({
        id,
        text,
        lang,
        split,
        match: 'any',
        ...(relevant.size === 0 ? { no_tool: true } : {}),
      })),
    ),
    'qrels.tsv': requests
      .flatMap(({ id, relevant }) => [...relevant].map(([tool, grade]) => `${id}\t${tool}\t${grade}\n`))
      .join(''),
  };
  try {
    await mkdir(dir, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  } catch (error) {
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${dir} cannot be written: ${errorMessage(error)}`, {
      next: 'Check its rights, or name another folder with --out DIR.',
      cause: error,
    });
  }
}

/** Without example requests: those that come from where the set comes from would find themselves. */
function toRow({ id, raw, source, kind, tags, directOnly }: Tool): Record<string, unknown> {
  return {
    ...raw,
    id,
    server: source.name,
    ...(kind === 'tool' ? {} : { kind }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(directOnly ? { catalogMode: 'direct-only' } : {}),
  };
}
