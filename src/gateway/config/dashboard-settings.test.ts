import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';

const parse = (dashboard?: unknown) =>
  parseConfig(JSON.stringify({ mcpServers: {}, ...(dashboard === undefined ? {} : { dashboard }) }), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
    readText: () => Promise.reject(new Error('nothing is read')),
  });

describe('the section dashboard', () => {
  it('is on where nothing is said, without reports', async () => {
    expect((await parse()).dashboard).toEqual({ enabled: true });
    expect((await parse({ enabled: false })).dashboard.enabled).toBe(false);
  });

  it('finds the reports from the folder of the file', async () => {
    expect((await parse({ reports: 'reports' })).dashboard.reports).toBe('/project/reports');
  });

  it.each([
    [{ enabled: 'no' }, 'dashboard.enabled must be true or false'],
    [{ reports: 3 }, 'dashboard.reports must be a text'],
    [[], 'dashboard must be an object'],
  ])('refuses %j', async (section, message) => {
    await expect(parse(section)).rejects.toThrow(message);
  });
});
