import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** How a tool is shown where that differs from what its server says. It is called under its own name all the same. */
export interface ToolOverride {
  readonly name?: string;
  readonly description?: string;
}

/** By `server/tool`, both as they are at the source. */
export type ToolOverrides = Readonly<Record<string, ToolOverride>>;

/** Reads the section `overrides`. */
export function readOverrides(root: Readonly<Record<string, unknown>>, reader: SettingsReader): ToolOverrides {
  return readOverrideTable(own(root, 'overrides') ?? {}, 'overrides', reader);
}

/** Overrides that stand under some key. */
export function readOverrideTable(given: unknown, place: string, reader: SettingsReader): ToolOverrides {
  // Which tools there are is not known yet: every reference is taken.
  const section = reader.object(given, place, Object.keys(given ?? {}));
  return Object.fromEntries(
    Object.entries(section).map(([reference, value]): [string, ToolOverride] => {
      const key = `${place}.${reference}`;
      if (!/^[^/]+\/./.test(reference)) return reader.fail(key, 'must be named as server/tool');
      const override = reader.object(value, key, ['name', 'description']);
      return [
        reference,
        {
          ...(Object.hasOwn(override, 'name') ? { name: reader.text(override.name, `${key}.name`) } : {}),
          ...(Object.hasOwn(override, 'description')
            ? { description: reader.text(override.description, `${key}.description`) }
            : {}),
        },
      ];
    }),
  );
}
