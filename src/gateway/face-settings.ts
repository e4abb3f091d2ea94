import type { LoadedConfig } from './config/index.ts';
import type { GatewayOptions } from './gateway-options.ts';

type FaceOptions =
  | 'name'
  | 'bridgeNames'
  | 'expose'
  | 'family'
  | 'mode'
  | 'codeTimeoutMs'
  | 'profile'
  | 'pinned'
  | 'directoryMaxCharacters';

/** How a configuration wants the gateway to show itself. Without a window to measure by, `auto` is `on` to it. */
export function faceSettings({ gateway, toolSearch }: LoadedConfig): Pick<GatewayOptions, FaceOptions> {
  const { name, bridgeNames, profile, pinned, directoryMaxCharacters } = gateway;
  return {
    expose: toolSearch.enabled === 'off' ? 'tools' : 'bridge',
    family: toolSearch.family,
    mode: toolSearch.mode,
    ...(toolSearch.mode === 'code' ? { codeTimeoutMs: toolSearch.codeTimeoutMs } : {}),
    ...(name === undefined ? {} : { name }),
    ...(bridgeNames === undefined ? {} : { bridgeNames }),
    ...(profile === undefined ? {} : { profile }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(directoryMaxCharacters === undefined ? {} : { directoryMaxCharacters }),
  };
}
