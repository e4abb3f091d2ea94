import type { Catalog } from '../../tools/index.ts';
import {
  type BridgeNames,
  type BridgeTool,
  bridgeTools,
  DEFAULT_BRIDGE_NAMES,
  searchDescription,
} from '../bridge/definitions.ts';
import { buildDirectory } from './build-directory.ts';

/** Some hosts cut a tool's description, and a server's instructions, at this many characters. */
const USUAL_CUT = 2_048;

export interface DirectoryBridgeOptions {
  readonly names?: BridgeNames;
  /** Most characters of the search tool's description, directory included. Default 2,048. */
  readonly maxLength?: number;
}

/**
 * The bridge of directory mode for hosts that have no prompt of ours to put a directory into: it stands in the search
 * tool's description. That is what every host shows to the model and reads again when the list changes; a server's
 * `instructions` are read once, when no server behind the gateway has started yet, and many hosts show them to nobody.
 */
export function directoryBridgeTools(
  catalog: Pick<Catalog, 'tools'>,
  { names = DEFAULT_BRIDGE_NAMES, maxLength = USUAL_CUT }: DirectoryBridgeOptions = {},
): readonly BridgeTool[] {
  const ownLength = searchDescription(catalog.tools, ' ').length - 1;
  const { text } = buildDirectory(catalog, { names, maxLength: maxLength - ownLength });
  return bridgeTools(catalog, names, text);
}
