import type { PolicyRules } from '../calling/index.ts';
import { own } from '../shared/json.ts';
import type { ToolEntry } from '../tools/index.ts';
import type { ToolOverride, ToolOverrides } from './config/index.ts';
import { asShown } from './server-entries.ts';
import type { FaceSettings } from './view-face.ts';

/** One of several ways to see a gateway: some of its servers, shown in a way of its own. It can only narrow. */
export interface ViewSettings extends FaceSettings {
  /** Globs over the names of servers. Default: all. */
  readonly servers?: readonly string[];
  readonly rules?: PolicyRules;
  /** How tools are shown, by `server/tool`, beside what holds for the whole gateway. */
  readonly overrides?: ToolOverrides;
  readonly pinned?: readonly string[];
  readonly directoryMaxCharacters?: number;
}

/** By name: what clients ask for at `/mcp/NAME`. */
export type ViewTable = Readonly<Record<string, ViewSettings>>;

/** What a view leaves of the gateway, as layers of the policy. */
export function rulesOfView({ servers, rules }: ViewSettings): readonly PolicyRules[] {
  return [
    ...(servers === undefined ? [] : [{ allow: servers.map((server) => ({ server })) }]),
    ...(rules === undefined ? [] : [rules]),
  ];
}

/** Shows entries in a view's own words. The same entry gives the same object, so that its analysis is kept. */
export function entriesOfView(overrides: ToolOverrides): (entries: Iterable<ToolEntry>) => Iterable<ToolEntry> {
  const known = new WeakMap<ToolEntry, ToolEntry>();
  const shown = (entry: ToolEntry): ToolEntry => {
    const { source, definition } = entry;
    const override = own(overrides, `${source.name}/${definition.name}`) as ToolOverride | undefined;
    if (override === undefined) return entry;
    let made = known.get(entry);
    if (made === undefined) {
      made = { ...entry, ...asShown(definition, override) };
      known.set(entry, made);
    }
    return made;
  };
  return function* (entries) {
    for (const entry of entries) yield shown(entry);
  };
}
