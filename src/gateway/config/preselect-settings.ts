import { PRESELECT_RANGES, type PreselectSettings } from '../../disclosure/index.ts';
import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** What the section `preselect` asks for. */
export interface PreselectConfig {
  /** Off where nothing is said: a choice before the turn costs time and, with a model, money. */
  readonly enabled: boolean;
  readonly settings: Partial<PreselectSettings>;
  /** Folders with a folder for each skill, absolute. */
  readonly skills: readonly string[];
}

export const DEFAULT_PRESELECT: PreselectConfig = { enabled: false, settings: {}, skills: [] };

/** Reads the section `preselect`. `true` and `false` stand for a section with nothing but `enabled`. */
export function readPreselect(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): PreselectConfig {
  if (!Object.hasOwn(root, 'preselect')) return DEFAULT_PRESELECT;
  const { preselect } = root;
  if (typeof preselect === 'boolean') return { ...DEFAULT_PRESELECT, enabled: preselect };
  const names = Object.keys(PRESELECT_RANGES) as (keyof PreselectSettings)[];
  const section = reader.object(preselect, 'preselect', ['enabled', 'skills', ...names]);
  const skills = own(section, 'skills');
  return {
    // Whoever writes the section wants it.
    enabled: Object.hasOwn(section, 'enabled') ? reader.boolean(section.enabled, 'preselect.enabled') : true,
    settings: Object.fromEntries(
      names
        .filter((name) => Object.hasOwn(section, name))
        .map((name) => {
          const [min, max] = PRESELECT_RANGES[name];
          return [name, reader.number(section[name], `preselect.${name}`, { min, max, integer: true })];
        }),
    ),
    skills: skills === undefined ? [] : reader.textList(skills, 'preselect.skills').map(toPath),
  };
}
