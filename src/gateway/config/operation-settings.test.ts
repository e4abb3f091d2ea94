import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../../sources/index.ts';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const environment = processEnvironment();
const load = (config: unknown): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify(config), { path: '/work-of-test/toolscout.json', environment });

describe('the sections for operations', () => {
  it('keep no record and set no limit where they are not given', async () => {
    const { audit, limits } = await load({});
    expect([audit, limits]).toEqual([undefined, {}]);
  });

  it('are read, with a burst of ten seconds where none is given', async () => {
    const { audit, limits, warnings } = await load({
      audit: { file: 'log/audit.jsonl', sync: true },
      limits: { calls: { perMinute: 60 }, searches: { perMinute: 30, burst: 2 } },
    });
    expect(audit).toEqual({ file: expect.stringMatching(/work-of-test.log.audit\.jsonl$/), sync: true });
    expect(limits).toEqual({ calls: { perMinute: 60, burst: 10 }, searches: { perMinute: 30, burst: 2 } });
    expect(warnings).toEqual([]);
  });

  it.each([
    [{ audit: {} }, 'audit.file'],
    [{ audit: { file: '' } }, 'audit.file'],
    [{ limits: { calls: {} } }, 'limits.calls.perMinute'],
    [{ limits: { searches: { perMinute: 'many' } } }, 'limits.searches.perMinute'],
  ])('refuse %j by key', async (config, key) => {
    await expect(load(config)).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: { key } });
  });
});
