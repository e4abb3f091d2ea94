import { describe, expect, it } from 'vitest';
import { parseConfig } from './config/index.ts';
import { faceSettings } from './face-settings.ts';

const faceOf = async (config: object) => {
  const environment = { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} } as const;
  return faceSettings(await parseConfig(JSON.stringify(config), { path: '/project/toolscout.json', environment }));
};

describe('faceSettings', () => {
  it('shows the bridge unless the configuration switches it off, in whichever family', async () => {
    for (const tools of [{}, { tool_search: true }, { tool_search: { enabled: 'auto' } }]) {
      expect(await faceOf({ tools })).toMatchObject({ expose: 'bridge', mode: 'tools' });
    }
    expect(await faceOf({ tools: { toolSearch: true } })).toMatchObject({ expose: 'bridge', mode: 'code' });
    for (const tools of [{ tool_search: false }, { toolSearch: false }, { toolSearch: { enabled: 'off' } }]) {
      expect(await faceOf({ tools })).toMatchObject({ expose: 'tools' });
    }
  });

  it('hands on the family, the name, the pins and the wire format', async () => {
    const tools = { toolSearch: { mode: 'directory' } };
    const gateway = { name: 'office', pinned: ['read_file'], profile: 'mode' };
    expect(await faceOf({ tools, gateway })).toEqual({
      expose: 'bridge',
      family: 'mode',
      mode: 'directory',
      ...gateway,
    });
  });
});
