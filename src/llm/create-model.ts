import { ANTHROPIC_BASE_URL, createAnthropicModel } from './anthropic-messages.ts';
import { readApiKey } from './api-key.ts';
import type { EndpointOptions } from './endpoint.ts';
import type { LanguageModel } from './language-model.ts';
import { createOpenAiChatModel, OPENAI_BASE_URL } from './openai-chat.ts';

export const LLM_PROVIDERS = ['openai', 'anthropic'] as const;
/** Whose interface the endpoint has, not whose it is. */
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

/** Where a model is and how it is asked: the section `llm` of a configuration. */
export interface LlmSettings {
  readonly provider: LlmProvider;
  readonly model: string;
  /** Absent: the provider's own. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key; absent: the usual one, for the provider's own address only. */
  readonly apiKeyEnv?: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** Requests at one time, for callers that have many. */
  readonly maxConcurrent?: number;
}

const PROVIDERS = {
  openai: { baseUrl: OPENAI_BASE_URL, apiKeyEnv: 'OPENAI_API_KEY', create: createOpenAiChatModel },
  anthropic: { baseUrl: ANTHROPIC_BASE_URL, apiKeyEnv: 'ANTHROPIC_API_KEY', create: createAnthropicModel },
} as const;

/**
 * The model that settings describe. Throws `LLM_KEY_MISSING` where the variable that is named, or the usual one of the
 * provider's own address, is empty. A key of one provider is never sent to another address unless it is named.
 */
export function createLanguageModel(
  settings: LlmSettings,
  env: Readonly<Record<string, string | undefined>>,
  options: Pick<EndpointOptions, 'fetch' | 'wait' | 'random'> = {},
): LanguageModel {
  const { provider, model, baseUrl, apiKeyEnv, timeoutMs, retries } = settings;
  const known = PROVIDERS[provider];
  const isOwnAddress = new URL(baseUrl ?? known.baseUrl).origin === new URL(known.baseUrl).origin;
  const variable = apiKeyEnv ?? (isOwnAddress ? known.apiKeyEnv : undefined);
  const apiKey = variable === undefined ? undefined : readApiKey(variable, env);
  return known.create({
    ...options,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retries === undefined ? {} : { retries }),
  });
}
