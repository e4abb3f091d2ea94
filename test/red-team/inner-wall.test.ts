import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeResult } from '../../src/sandbox/index.ts';
import type { Attack } from './attack.ts';
import { LATE_ATTACKS, OBJECT_ATTACKS } from './object-attacks.ts';
import { Prison } from './prison.ts';
import { REACHES, toSnippet } from './reach.ts';
import { SPACE_ATTACKS } from './space-attacks.ts';
import { TIME_ATTACKS } from './time-attacks.ts';

const PATIENCE_MS = 60_000;
const prison = new Prison();
afterAll(async () => {
  await prison.run({ code: 'return 1' });
  await prison.close();
});

const endOf = (result: CodeResult): string => (result.ok ? 'ok' : result.error.kind);

async function attackOnce(one: Attack): Promise<void> {
  const result = await prison.run(one);
  expect(one.ends, JSON.stringify(result.ok ? result.value : result.error)).toContain(endOf(result));
  if (one.value !== undefined) expect(result.ok && result.value).toEqual(one.value);
  if (!result.ok) {
    expect(result.error.name.length + result.error.message.length).toBeLessThan(10_000);
  }
}

/** Each in a process of its own, and each run looks first at whether the one before has left anything. */
describe('two walls', { timeout: PATIENCE_MS }, () => {
  describe.each([
    ['time', TIME_ATTACKS],
    ['space', SPACE_ATTACKS],
    ['objects', OBJECT_ATTACKS],
  ])('against attacks by %s', (_by, attacks) => {
    it.concurrent.each(attacks.map((one) => [one.name, one] as const))('hold out against %s', async (_name, one) => {
      await attackOnce(one);
    });
  });

  it('hold out against calls after the end', async () => {
    for (const one of LATE_ATTACKS) await attackOnce(one);
    await pause(300);
    expect(prison.calls).not.toContain('late');
  });

  it.each(REACHES.map((one) => [one.name, one] as const))('let nobody reach %s', async (_name, reach) => {
    const result = await prison.run({ code: toSnippet(reach) });
    expect(result).toMatchObject({ ok: true, value: { found: [] } });
    // What does not even compile was not tried, and that is the exception.
    expect((result as { value: { tried: number } }).value.tried).toBeGreaterThan(reach.expressions.length * 0.9);
  });
});
