import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESELECT, readPreselect } from './preselect-settings.ts';
import { SettingsReader } from './settings-reader.ts';

function read(preselect: unknown) {
  const reader = new SettingsReader('toolscout.json');
  const config = readPreselect({ preselect }, reader, (path) => `/base/${path}`);
  return { config, warnings: reader.warnings.map(({ path }) => path) };
}

describe('readPreselect', () => {
  it('is off where nothing is said, and on for whoever writes the section', () => {
    expect(readPreselect({}, new SettingsReader('x'), (path) => path)).toBe(DEFAULT_PRESELECT);
    expect(DEFAULT_PRESELECT.enabled).toBe(false);
    expect(read({}).config.enabled).toBe(true);
    expect(read(true).config.enabled).toBe(true);
    expect(read({ enabled: false, maxTools: 3 }).config).toMatchObject({ enabled: false, settings: { maxTools: 3 } });
  });

  it('clamps numbers with a warning and resolves folders', () => {
    const { config, warnings } = read({ candidates: 1_000, timeoutMs: 1_500, skills: ['skills'] });
    expect(config.settings).toEqual({ candidates: 50, timeoutMs: 1_500 });
    expect(config.skills).toEqual(['/base/skills']);
    expect(warnings).toEqual(['preselect.candidates']);
  });

  it('warns of unknown keys and refuses what cannot be meant', () => {
    expect(read({ timeout: 5 }).warnings).toEqual(['preselect.timeout']);
    for (const wrong of [null, 'on', { timeoutMs: 'soon' }, { enabled: 1 }, { skills: 'folder' }]) {
      expect(() => read(wrong)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    }
  });
});
