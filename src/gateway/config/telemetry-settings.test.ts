import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';

const parse = (telemetry?: unknown) =>
  parseConfig(JSON.stringify({ mcpServers: {}, ...(telemetry === undefined ? {} : { telemetry }) }), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
    readText: () => Promise.reject(new Error('nothing is read')),
  });

describe('the section telemetry', () => {
  it('is empty where nothing is said: no log, no content', async () => {
    expect((await parse()).telemetry).toEqual({ content: false });
    expect((await parse({})).telemetry).toEqual({ content: false });
  });

  it('finds the log from the folder of the file, and from home', async () => {
    expect((await parse({ log: 'logs', content: true })).telemetry).toEqual({ log: '/project/logs', content: true });
    expect((await parse({ log: '~/log.jsonl' })).telemetry.log).toBe('/home/ada/log.jsonl');
  });

  it.each([
    [{ log: true }, 'telemetry.log must be a text'],
    [{ log: '' }, 'telemetry.log is empty'],
    [{ content: 'yes' }, 'telemetry.content must be true or false'],
    [true, 'telemetry must be an object'],
  ])('refuses %j', async (section, message) => {
    await expect(parse(section)).rejects.toThrow(message);
  });

  it('names unknown keys', async () => {
    expect((await parse({ logs: 'x' })).warnings).toMatchObject([{ path: 'telemetry.logs', nearest: 'log' }]);
  });
});
