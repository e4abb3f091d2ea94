import type { ExplainTrial, OwnChange } from '../../retrieval/index.ts';
import { isObject } from '../../shared/json.ts';

const KINDS: readonly OwnChange['kind'][] = ['example', 'first-words', 'description'];
/** As long as descriptions are that anybody reads. */
const MAX_TEXT = 4_000;

/** A change that somebody wants to see tried, as a request brings it; undefined for everything else. */
export function readChange(value: unknown): OwnChange | undefined {
  if (!isObject(value) || typeof value.text !== 'string') return undefined;
  const kind = KINDS.find((one) => one === value.kind);
  const text = value.text.slice(0, MAX_TEXT).trim();
  return kind === undefined || text === '' ? undefined : { kind, text };
}

/** Searches over changed tools, where what is shown can be searched so: an index cannot. */
export function trialOf(view: object): ExplainTrial | undefined {
  return triesChanges(view) ? (change) => view.trial(change) : undefined;
}

function triesChanges(view: object): view is { readonly trial: ExplainTrial } {
  return 'trial' in view && typeof view.trial === 'function';
}
