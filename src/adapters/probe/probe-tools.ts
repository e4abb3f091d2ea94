/**
 * The tools of a probe: which of them the model calls says what the endpoint did to the request. It is asked for the
 * first of these that it has, and each is in its context only if something in between behaved in one certain way.
 */
export const PROBE_TOOLS = {
  /** Deferred and not found by anything: in the context only where deferral was lost. */
  hidden: { name: 'toolscout_probe_hidden', description: 'The hidden one. Takes nothing.' },
  /** Deferred and found: in the context only where what was found is shown. */
  found: { name: 'toolscout_probe_found', description: 'The found one. Takes nothing.' },
  /** Always there. */
  none: { name: 'toolscout_probe_none', description: 'For when there is no other. Takes nothing.' },
} as const;

/** What the model is asked. */
export const PROBE_QUESTION: string = `Call exactly one tool, without arguments: the first of these that you have. ${PROBE_TOOLS.hidden.name}, ${PROBE_TOOLS.found.name}, ${PROBE_TOOLS.none.name}. Do not search.`;

/** What the model is asked where the provider searches itself. */
export const PROBE_SEARCH_QUESTION: string = `Find the tool ${PROBE_TOOLS.found.name} with tool search, then call it without arguments. If you cannot find it, call ${PROBE_TOOLS.none.name}.`;

/** Arguments of the probe's tools: none. */
export const NO_ARGUMENTS: { readonly type: 'object'; readonly [keyword: string]: unknown } = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
};

/** What the reply to a probe shows. `searched`: the provider's own search took place; undefined where none was asked for. */
export function probeVerdict(
  called: readonly string[],
  searched: boolean | undefined,
): { readonly native: boolean; readonly evidence: string } {
  if (searched === false) return { native: false, evidence: 'the probe: the search did not take place' };
  if (called.includes(PROBE_TOOLS.hidden.name))
    return { native: false, evidence: 'the probe: a hidden tool was shown' };
  if (called.includes(PROBE_TOOLS.found.name)) return { native: true, evidence: 'the probe: a found tool was called' };
  return { native: false, evidence: 'the probe: a found tool was not shown' };
}
