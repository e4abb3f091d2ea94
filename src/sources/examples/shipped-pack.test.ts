import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPackFile, readPackIndex } from './pack-format.ts';

const FOLDER = join(import.meta.dirname, '../../../packs/known-servers');
const index = readPackIndex(JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8')), FOLDER);
const tools = index.servers.flatMap(({ file }) => {
  const text = brotliDecompressSync(readFileSync(join(FOLDER, file))).toString('utf8');
  return Object.values(readPackFile(JSON.parse(text), file).tools);
});

describe('the pack that comes with the package', () => {
  it('holds what its index lists, and nothing else', () => {
    // The vectors are the deep model's, of what the files hold (`test/pack-vectors.test.ts`).
    const listed = ['index.json', 'deep-45k-384.vectors', ...index.servers.map(({ file }) => file)];
    expect(readdirSync(FOLDER).sort()).toEqual(listed.sort());
    expect(new Set(index.servers.map((server) => server.package)).size).toBe(62);
    expect(tools).toHaveLength(2_489);
  });

  it('has four requests for each tool', () => {
    expect(tools.filter(({ examples }) => new Set(examples).size !== 4)).toEqual([]);
  });

  it('stays small', () => {
    const sizeOf = (file: string): number => statSync(join(FOLDER, file)).size;
    const requests = readdirSync(FOLDER).filter((file) => /\.json(?:\.br)?$/.test(file));
    expect(requests.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(400_000);
    expect(sizeOf('deep-45k-384.vectors')).toBeLessThan(1_100_000);
  });
});
