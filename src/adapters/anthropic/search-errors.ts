import { isObject } from '../../shared/json.ts';
import type { AnthropicBlock } from './types.ts';

/** What became of a search that the provider made. */
export interface ProviderSearch {
  /** Of the call that it answers; never answered by the host. */
  readonly id: string;
  readonly names: readonly string[];
  readonly error?: {
    /** As the provider wrote it. */
    readonly code: string;
    readonly kind: SearchErrorKind;
    readonly message?: string;
  };
}

/** What to make of an error: other input, later, or not at all. */
export type SearchErrorKind = 'bad-input' | 'rate-limited' | 'timeout' | 'unavailable' | 'unknown';

/** Both sets of codes that the provider has had. */
const KINDS: Readonly<Record<string, SearchErrorKind>> = {
  invalid_tool_input: 'bad-input',
  invalid_pattern: 'bad-input',
  pattern_too_long: 'bad-input',
  too_many_requests: 'rate-limited',
  execution_time_exceeded: 'timeout',
  unavailable: 'unavailable',
};

/** The provider's searches in a message, with what they found or why they failed. */
export function readProviderSearches(content: readonly AnthropicBlock[]): readonly ProviderSearch[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool_search_tool_result' || !isObject(block.content)) return [];
    const { tool_references: references, error_code: code, error_message: message } = block.content;
    const names = (Array.isArray(references) ? references : []).flatMap((one) =>
      isObject(one) && typeof one.tool_name === 'string' ? [one.tool_name] : [],
    );
    const id = String(block.tool_use_id);
    if (typeof code !== 'string') return [{ id, names }];
    const kind = Object.hasOwn(KINDS, code) ? KINDS[code]! : 'unknown';
    return [{ id, names, error: { code, kind, ...(typeof message === 'string' ? { message } : {}) } }];
  });
}

/** Is it a refusal of strict tools that are within every documented bound? There is one more, on the grammar made of them. */
export function isGrammarRefusal(status: number, body: unknown): boolean {
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).toLowerCase();
  return status === 400 && (text.includes('grammar') || text.includes('too complex for compilation'));
}

/** Why a request with deferred tools was refused; undefined for refusals that have nothing to do with them. */
export type DeferralRefusal = 'undefined-reference' | 'cached-deferral' | 'nothing-visible' | 'not-supported';

/** Reads a refusal by its meaning: the wording has changed before. */
export function readRefusal(status: number, body: unknown): DeferralRefusal | undefined {
  // 422 is what servers answer whose body is checked by a schema before anything else.
  if (status !== 400 && status !== 422) return undefined;
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).toLowerCase();
  if (text.includes('tool_reference_unresolved')) return 'undefined-reference';
  const deferral = text.includes('defer_loading') || text.includes('deferred');
  const reference = text.includes('tool reference') || text.includes('tool_reference');
  if (deferral && text.includes('cache_control')) return 'cached-deferral';
  if (deferral && /\b(?:all|at least one)\b/.test(text)) return 'nothing-visible';
  if (reference && /not found|no matching|not available|unknown tool/.test(text)) return 'undefined-reference';
  return deferral || reference || text.includes('tool_search_tool') ? 'not-supported' : undefined;
}
