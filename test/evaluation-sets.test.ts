import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSet } from '../src/evaluation/index.ts';
import { DATA_MISSING, dataRoot } from './data-root.ts';

if (dataRoot === undefined) console.warn(`retrieval sets not tested: ${DATA_MISSING}`);

/** Set name, tools and queries as the data folder's own table states them. */
async function statedSizes(root: string): Promise<(readonly [set: string, tools: number, queries: number])[]> {
  const rows = (await readFile(join(root, 'README.md'), 'utf8')).matchAll(
    /^\| ([a-z0-9-]+) \| ([\d,]+) \| ([\d,]+) \|/gm,
  );
  const number = (text: string) => Number(text.replaceAll(',', ''));
  return [...rows].map((row) => [row[1]!, number(row[2]!), number(row[3]!)]);
}

describe.skipIf(dataRoot === undefined)('the retrieval sets', () => {
  it('are read whole, with the sizes that their table states', async () => {
    const stated = await statedSizes(dataRoot!);
    expect(stated.length).toBeGreaterThan(0);
    for (const [name, tools, queries] of stated) {
      const set = await readSet(join(dataRoot!, name));
      expect([name, set.tools.length, set.queries.length]).toEqual([name, tools, queries]);
    }
  });
});
