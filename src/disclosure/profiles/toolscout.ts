import { toCallFailure } from '../../calling/index.ts';
import { bridgeTools, DEFAULT_BRIDGE_NAMES } from '../bridge/definitions.ts';
import { allDescribed, type BridgeProfile } from './profile.ts';

/** Toolscout's own format: verdicts, sureness, signatures; results of tools untouched. */
export const toolscoutProfile: BridgeProfile = {
  id: 'toolscout',
  names: DEFAULT_BRIDGE_NAMES,
  definitions: (deferred, names) => bridgeTools({ tools: deferred }, names),
  search: (answered, several) => {
    const results = answered.map(({ answer }) => answer);
    return several ? { results } : results[0];
  },
  describe: (described, several) => {
    const tools = allDescribed(described).map(({ answer }) => answer);
    return several ? { tools } : tools[0];
  },
  callsAreUntouched: true,
  call: (_tool, result) => result,
  failure: (thrown) => ({ error: toCallFailure(thrown) }),
  reference: (written) => written,
};
