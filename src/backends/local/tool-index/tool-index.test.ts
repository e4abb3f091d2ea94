import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRetrievalBackend } from '../../../../test/contracts/retrieval-backend.ts';
import { type Embedder, quantise } from '../../../engine/index.ts';
import { ToolscoutError } from '../../../errors.ts';
import {
  createIndexBackend,
  embedTools,
  REFERENCE_LENGTHS,
  searchTools,
  toIndexDocument,
} from '../../../retrieval/index.ts';
import { createPlainIndex } from '../../../retrieval/indexed/test-engine-index.ts';
import type { CatalogRow } from '../../../sources/index.ts';
import { createCatalog, type ToolEntry } from '../../../tools/index.ts';
import { createBuiltInEmbedder } from '../built-in-embedder.ts';
import { buildToolIndex, openToolIndex, toolIndexStats, updateToolIndex, verifyToolIndex } from './index.ts';

let root: string;
let made = 0;
const newFolder = (): string => join(root, `index-${made++}`);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tool-index-'));
});
afterAll(() => rm(root, { recursive: true }));

async function* rowsOf(entries: readonly ToolEntry[]): AsyncGenerator<CatalogRow> {
  for (const entry of entries) yield { entry };
}

const entry = (name: string, description: string): ToolEntry => ({
  source: { kind: 'mcp', name: 's' },
  definition: { name, description },
});

const embedder = createBuiltInEmbedder();

describeRetrievalBackend(
  'an index on disk',
  async (entries) => {
    const folder = newFolder();
    await buildToolIndex(folder, rowsOf(entries), { embedder });
    return openToolIndex(folder).backend({ embedder });
  },
  async (entries) => {
    const { tools } = createCatalog(entries);
    const vectors = await embedTools(embedder, tools, { examples: 'each' });
    const documents = tools.map((tool, i) => toIndexDocument(tool, quantise(vectors[i]!)));
    return createIndexBackend(createPlainIndex(documents, REFERENCE_LENGTHS), { embedder });
  },
);

describe('an index of tools', () => {
  it('leaves out what cannot be read and what repeats an id, and says so', async () => {
    async function* rows(): AsyncGenerator<CatalogRow> {
      yield { entry: entry('one', 'First.') };
      yield { error: new ToolscoutError('CATALOG_INVALID', 'file:2 is not JSON.') };
      yield { entry: entry('one', 'Again.') };
      yield { entry: { source: { kind: 'mcp', name: 's' }, definition: { name: '' } } };
    }
    const problems: string[] = [];
    const folder = newFolder();
    expect(await buildToolIndex(folder, rows(), { onProblem: (message) => problems.push(message) })).toBe(1);
    expect(problems).toEqual([
      'file:2 is not JSON.',
      'mcp:s:one was there before; the first definition is used.',
      'A tool of mcp source "s" has no usable name.',
    ]);
    expect(toolIndexStats(folder)).toMatchObject({ tools: 1, embedder: null, segments: 1 });
  });

  it('leaves the old index where a source fails', async () => {
    const folder = newFolder();
    await buildToolIndex(folder, rowsOf([entry('one', 'First.')]));
    async function* failing(): AsyncGenerator<CatalogRow> {
      yield { entry: entry('two', 'Second.') };
      throw new Error('gone');
    }
    await expect(buildToolIndex(folder, failing())).rejects.toThrow('gone');
    expect(toolIndexStats(folder).tools).toBe(1);
    expect(verifyToolIndex(folder).ok).toBe(true);
  });

  it('takes updates, which an open index sees once it is refreshed', async () => {
    const folder = newFolder();
    await buildToolIndex(folder, rowsOf([entry('send_mail', 'Send a mail.'), entry('list_mail', 'List mail.')]), {
      embedder,
    });
    const open = openToolIndex(folder);
    const update = [
      entry('send_mail', 'Send a letter by post.'),
      entry('list_mail', 'List mail.'),
      entry('pay', 'Pay.'),
    ];
    expect(await updateToolIndex(folder, rowsOf(update), { embedder, remove: ['mcp:s:nothing'] })).toEqual({
      added: 1,
      replaced: 1,
      removed: 0,
      unchanged: 2,
      tools: 3,
    });
    expect(open.index.size).toBe(2);
    expect(open.refresh()).toBe(true);
    const { hits } = await searchTools(open.backend({ embedder }), { query: 'letter by post' });
    expect(hits[0]!.tool.description).toBe('Send a letter by post.');
    expect(await updateToolIndex(folder, rowsOf([]), { embedder, remove: ['mcp:s:pay'] })).toMatchObject({
      removed: 1,
      tools: 2,
    });
    open.close();
  });

  it('makes nothing of tools that it holds as they are, and tells of them as it goes', async () => {
    const folder = newFolder();
    const many = Array.from({ length: 600 }, (_, i) => entry(`tool_${i}`, `Does ${i}.`));
    await buildToolIndex(folder, rowsOf(many), { embedder });
    let embedded = 0;
    const counting: Embedder = {
      ...embedder,
      embed: (texts, role, options) => {
        embedded += texts.length;
        return embedder.embed(texts, role, options);
      },
    };
    const told: number[] = [];
    const rows = rowsOf([...many.slice(1), entry('tool_0', 'Does something else.')]);
    const counts = await updateToolIndex(folder, rows, { embedder: counting, onTools: (tools) => told.push(tools) });
    expect(counts).toEqual({ added: 0, replaced: 1, removed: 0, unchanged: 599, tools: 600 });
    expect(embedded).toBe(1);
    expect(told).toEqual([512, 600]);
  });

  it('is not searched or updated with vectors of another embedder', async () => {
    const folder = newFolder();
    await buildToolIndex(folder, rowsOf([entry('one', 'First.')]), { embedder });
    const other = { ...embedder, id: 'other@1' };
    await expect(updateToolIndex(folder, rowsOf([]), { embedder: other })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('other@1'),
    });
    const open = openToolIndex(folder);
    expect(() => open.backend({ embedder: other })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    // By words it may always be searched.
    expect((await searchTools(open.backend(), { query: 'first' })).tier).toBe('lexical');
    open.close();
  });

  it('is no index where there is none', () => {
    expect(() => openToolIndex(join(root, 'nowhere'))).toThrow(expect.objectContaining({ code: 'INDEX_FOREIGN' }));
  });
});
