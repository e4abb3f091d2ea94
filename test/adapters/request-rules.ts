import { lintRequest } from '../../src/adapters/lint/index.ts';

/** Faults of a request to Anthropic's Messages API, in words. */
export function anthropicProblems(tools: readonly object[], messages: readonly object[]): readonly string[] {
  return inWords(lintRequest({ tools, messages }, { provider: 'anthropic' }));
}

/** Faults of a request to OpenAI's Responses API, in words. */
export function responsesProblems(tools: readonly object[], input: readonly object[]): readonly string[] {
  return inWords(lintRequest({ tools, input }, { provider: 'openai-responses' }));
}

function inWords(faults: ReturnType<typeof lintRequest>): readonly string[] {
  return faults.map(({ code, path, message }) => `${code} at ${path}: ${message}`);
}
