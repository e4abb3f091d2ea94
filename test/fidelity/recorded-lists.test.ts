import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passThrough } from '../conformance/through-gateway.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { rawRequest } from './raw-client.ts';
import { type Replay, startReplay } from './replay-server.ts';

type Members = Readonly<Record<string, unknown>>;

const folder = dataRoot === undefined ? undefined : join(dataRoot, 'real-servers');
const names =
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((file) => file.endsWith('.json') && file !== 'index.json')
        .map((file) => file.slice(0, -'.json'.length));

const toolsOf = (name: string): readonly Members[] =>
  (JSON.parse(readFileSync(join(folder!, `${name}.json`), 'utf8')) as { tools: Members[] }).tools;

/**
 * A tool as the gateway is to list it. What it changes, and why, is told in docs/mcp-fidelity.md; whatever else differs
 * is a fault.
 */
function expected(direct: Members, era: 'legacy' | 'modern'): Members {
  // Revision 2026-07-28 has no `execution` in a tool.
  const { execution: _, ...rest } = direct;
  const kept = era === 'modern' ? rest : direct;
  // A root that does not say it is an object is refused by clients, and the whole list with it.
  const { type } = direct.inputSchema as Members;
  return type === 'object' ? kept : { ...kept, inputSchema: { type: 'object' } };
}

let replay: Replay;
beforeAll(async () => {
  if (folder !== undefined) replay = await startReplay(toolsOf);
});
afterAll(() => replay?.close());

describe.skipIf(folder === undefined)(
  `lists of recorded servers (${folder === undefined ? DATA_MISSING : 'found'})`,
  () => {
    it('are all there', () => {
      expect(names).toHaveLength(62);
    });

    it.each(names)('%s: the same bytes direct and through the gateway, in both eras', async (name) => {
      const gateway = await passThrough(replay.url(name));
      try {
        const direct = (await rawRequest(replay.url(name), 'legacy', 'tools/list')).tools as Members[];
        for (const era of ['legacy', 'modern'] as const) {
          const through = (await rawRequest(gateway.url, era, 'tools/list')).tools as Members[];
          // Listed by name, so that equal sets of tools are equal bytes in whatever order a server gives them.
          expect(through.map((tool) => tool.name)).toEqual(direct.map((tool) => String(tool.name)).sort());
          for (const tool of through) {
            const own = direct.find((one) => one.name === tool.name)!;
            expect(JSON.stringify(tool)).toBe(JSON.stringify(expected(own, era)));
          }
        }
      } finally {
        await gateway.close();
      }
    });
  },
);
