import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInputSchema } from '../../tools/index.ts';
import { createArgumentValidator } from './argument-validator.ts';

/** Lists of real servers are other people's data and not part of the repository. */
const DATA = process.env.TOOLSCOUT_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const SERVERS = join(DATA, 'real-servers');

describe.skipIf(!existsSync(SERVERS))('validators for real servers (skipped where the data is absent)', () => {
  it('compile for every tool and keep their messages short', () => {
    let unchecked = 0;
    let refused = 0;
    for (const file of readdirSync(SERVERS)) {
      if (!file.endsWith('.json') || file === 'index.json') continue;
      const { tools } = JSON.parse(readFileSync(join(SERVERS, file), 'utf8')) as { tools: { inputSchema?: unknown }[] };
      for (const tool of tools) {
        const outcome = createArgumentValidator(readInputSchema(tool.inputSchema).schema)({});
        if (outcome.valid) unchecked += outcome.unchecked === undefined ? 0 : 1;
        else {
          refused++;
          expect(outcome.problems.length).toBeLessThanOrEqual(5);
          for (const { message } of outcome.problems) expect(message.length).toBeLessThan(800);
        }
      }
    }
    expect(unchecked).toBe(0);
    expect(refused).toBeGreaterThan(1_000);
  });
});
