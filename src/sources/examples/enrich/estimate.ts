import type { TokenCounter } from '../../../tokens/index.ts';
import type { EnrichTask } from './plan.ts';
import { enrichPrompt } from './prompt.ts';

/** What asking will cost, before anything is asked. Second attempts after bad replies come on top. */
export interface EnrichEstimate {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Was a real tokenizer at work? It need not be the model's own. */
  readonly exact: boolean;
}

/** One example with its quotation marks; and the object around them. */
const TOKENS_PER_EXAMPLE = 22;
const TOKENS_PER_REPLY = 20;

export function estimateEnrichment(tasks: readonly EnrichTask[], counter: TokenCounter): EnrichEstimate {
  let [inputTokens, outputTokens] = [0, 0];
  for (const { tool, counts } of tasks) {
    const { system, user, schema } = enrichPrompt(tool, counts);
    inputTokens += counter.countTokens(`${system}\n${user}\n${JSON.stringify(schema)}`).tokens;
    const examples = Object.values(counts).reduce((sum, count) => sum + count, 0);
    outputTokens += TOKENS_PER_REPLY + examples * TOKENS_PER_EXAMPLE;
  }
  return { requests: tasks.length, inputTokens, outputTokens, exact: counter.exact };
}
