import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadStaticEmbedder } from '../src/backends/index.ts';
import { DATA_MISSING, dataRoot } from './data-root.ts';

/**
 * Every part of a text must fall into the pieces that the models were trained with. The training's own tokenizer stands
 * beside the data folder where there is one; it is the oracle.
 */
const training = dataRoot === undefined ? undefined : join(dataRoot, '../training');
const requests = dataRoot === undefined ? undefined : join(dataRoot, '../requests/queries.jsonl');
const present = [training, requests].every((path) => path !== undefined && existsSync(path));
if (!present) console.warn(`built-in tokenizer not compared with the training's: ${DATA_MISSING}`);

interface Oracle {
  pieces(text: string): number[];
}

async function loadOracle(): Promise<Oracle> {
  const { Tokenizer } = await import(pathToFileURL(join(training!, 'tokenizer.mjs')).href);
  return Tokenizer.load(join(training!, 'weights/tokenizer.json'));
}

function readRows(path: string): Record<string, string>[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe.skipIf(!present)('the built-in tokenizer', () => {
  it('gives the ids of the training for requests in every language and for the texts of tools', async () => {
    const oracle = await loadOracle();
    const { tokenizer } = await loadStaticEmbedder();
    const rows = readRows(requests!);
    const texts = rows.map((row) => row.text!);
    for (const set of ['mcp-requests', 'acebench-zh', 'bfcl']) {
      for (const { name, description } of readRows(join(dataRoot!, set, 'tools.jsonl'))) {
        texts.push(name ?? '', description ?? '');
      }
    }
    expect(new Set(rows.map((row) => row.lang)).size).toBeGreaterThanOrEqual(10);
    expect(texts.length).toBeGreaterThan(20_000);
    expect(texts.filter((text) => String(tokenizer.encode(text)) !== String(oracle.pieces(text)))).toEqual([]);
  });
});
