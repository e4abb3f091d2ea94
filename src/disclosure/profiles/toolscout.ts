import { toCallFailure } from '../../calling/index.ts';
import { toMissingName } from '../bridge/answers.ts';
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
  describe: (described, several, catalog) => {
    const tools = described.flatMap((one) => ('error' in one ? [] : [one.answer]));
    // Names that mean nothing cost only themselves; where all are such, the error of the first says why.
    if (!several || tools.length === 0) return allDescribed(described)[0]?.answer;
    const missing = described.flatMap((one) => ('error' in one ? [toMissingName(catalog, one.reference)] : []));
    return missing.length === 0 ? { tools } : { tools, missing };
  },
  callsAreUntouched: true,
  call: (_tool, result) => result,
  failure: (thrown) => ({ error: toCallFailure(thrown) }),
  reference: (written) => written,
};
