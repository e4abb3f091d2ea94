import { readPolicyRules } from '../../calling/index.ts';
import { PROFILES, type ProfileId } from '../../disclosure/index.ts';
import { errorMessage } from '../../errors.ts';
import { own } from '../../shared/json.ts';
import type { ViewSettings, ViewTable } from '../view-settings.ts';
import { readOverrideTable } from './overrides.ts';
import { DIRECTORY_CHARACTERS, readBridgeNames } from './sections.ts';
import type { SettingsReader } from './settings-reader.ts';
import { strictSection } from './strict-section.ts';

const KEYS = [
  ...['name', 'servers', 'rules', 'overrides', 'pinned', 'mode', 'profile', 'bridgeNames'],
  'directoryMaxCharacters',
];
const MODES = ['tools', 'directory', 'code', 'direct'] as const;

/** Reads the section `views`. Strict: a view that narrows less than was meant shows what was to be hidden. */
export function readViews(root: Readonly<Record<string, unknown>>, reader: SettingsReader): ViewTable {
  const given = own(root, 'views') ?? {};
  const table = reader.object(given, 'views', Object.keys(given));
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => {
      // It is a part of an address.
      if (!/^[\w.-]{1,64}$/.test(name)) {
        reader.fail(`views.${name}`, 'may hold only letters, digits, _, - and . in its name, 64 at most');
      }
      return [name, readView(value, `views.${name}`, reader)];
    }),
  );
}

function readView(value: unknown, key: string, reader: SettingsReader): ViewSettings {
  const section = strictSection(value, key, KEYS, reader);
  const read = <T>(name: string, take: (value: unknown, key: string) => T): Readonly<Record<string, T>> =>
    Object.hasOwn(section, name) ? { [name]: take(section[name], `${key}.${name}`) } : {};
  const mode = Object.hasOwn(section, 'mode') ? reader.oneOf(section.mode, `${key}.mode`, MODES) : undefined;
  return {
    ...read('name', (one, place) => reader.text(one, place)),
    ...read('servers', (one, place) => reader.textList(one, place)),
    ...read('rules', (one, place) => {
      try {
        return readPolicyRules(one, place);
      } catch (error) {
        return reader.fail(place, `cannot be used: ${errorMessage(error)}`);
      }
    }),
    ...read('overrides', (one, place) => readOverrideTable(one, place, reader)),
    ...read('pinned', (one, place) => reader.textList(one, place)),
    ...read('profile', (one, place) => reader.oneOf(one, place, Object.keys(PROFILES) as ProfileId[])),
    ...read('bridgeNames', (one, place) => readBridgeNames(one, place, reader)),
    ...read('directoryMaxCharacters', (one, place) => reader.number(one, place, DIRECTORY_CHARACTERS)),
    ...(mode === undefined ? {} : mode === 'direct' ? { expose: 'tools' } : { expose: 'bridge', mode }),
  };
}
