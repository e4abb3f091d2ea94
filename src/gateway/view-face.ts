import {
  type BridgeNames,
  CODE_TOOL_NAME,
  type DisclosureMode,
  PROFILES,
  type ProfileId,
  type ToolSearchFamily,
} from '../disclosure/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { GatewayCode } from './code-mode.ts';
import { createListing, type GatewayFace, type Listing } from './listing.ts';
import type { ShownBridge } from './session-watch.ts';

/** How a gateway shows itself to those who have one view of it. */
export interface FaceSettings {
  readonly name?: string | undefined;
  readonly bridgeNames?: BridgeNames | undefined;
  readonly expose?: 'bridge' | 'tools' | undefined;
  readonly family?: ToolSearchFamily | undefined;
  readonly mode?: DisclosureMode | undefined;
  readonly profile?: ProfileId | undefined;
}

/** What of it may change while the gateway runs. */
export interface ListedSettings {
  readonly pinned?: readonly string[] | undefined;
  readonly directoryMaxCharacters?: number | undefined;
  /** Passed through, tools keep the names that their server gave them. */
  readonly ownNames: boolean;
}

/** Names, listing and mode of one view. */
export class ViewFace {
  readonly bridgeNames: BridgeNames;
  readonly face: GatewayFace;
  /** Where the mode `code` was asked for. */
  readonly code: GatewayCode | undefined;
  readonly #settings: FaceSettings;
  #listed: string | undefined;
  #list: (catalog: Catalog) => Listing;

  constructor(settings: FaceSettings, listed: ListedSettings, openCode: () => GatewayCode) {
    const { name, expose = 'bridge', mode, profile = 'toolscout' } = settings;
    this.#settings = settings;
    this.face = {
      name,
      passesThrough: expose === 'tools',
      hasCode: mode === 'code' && expose !== 'tools',
      profile: PROFILES[profile],
    };
    this.bridgeNames = settings.bridgeNames ?? this.face.profile.names;
    this.code = this.face.hasCode ? openCode() : undefined;
    this.#list = this.#createLists(listed);
    this.#listed = JSON.stringify(listed);
  }

  /** Other settings from now on. Another listing is a change to clients, so it is made for a reason only. */
  set(listed: ListedSettings): void {
    const settings = JSON.stringify(listed);
    if (settings === this.#listed) return;
    this.#listed = settings;
    this.#list = this.#createLists(listed);
  }

  /** What is listed of a catalog: one listing for each, so that equal catalogs give equal bytes. */
  list(catalog: Catalog): Listing {
    return this.#list(catalog);
  }

  /** Names that calls cannot mean. Where there is no bridge, its names are nobody's. */
  reservedNames(): readonly string[] {
    if (this.face.passesThrough) return [];
    return [...Object.values(this.bridgeNames), ...(this.code === undefined ? [] : [CODE_TOOL_NAME])];
  }

  /** The mode that is shown, which may not be the one that was asked for. */
  shownAs(): Pick<ShownBridge, 'mode' | 'fallbackFrom'> {
    if (this.face.passesThrough) return { mode: 'direct' };
    if (this.code?.usable === false) return { mode: 'tools', fallbackFrom: 'code' };
    return { mode: this.#settings.mode ?? 'tools' };
  }

  #createLists({
    pinned = [],
    directoryMaxCharacters: maxLength,
    ownNames,
  }: ListedSettings): (catalog: Catalog) => Listing {
    const { expose = 'bridge', family = 'default', mode } = this.#settings;
    const options = {
      ...{ expose, family, profile: this.face.profile, pinned, names: this.bridgeNames, ownNames },
      ...(maxLength === undefined ? {} : { maxLength }),
    };
    const list = createListing({ ...options, mode: mode === 'directory' ? 'directory' : 'tools' });
    const listCode = createListing({ ...options, mode: 'code' });
    return (catalog) => (this.code?.usable === true ? listCode(catalog) : list(catalog));
  }
}
