/** One turn of a conversation. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked for: one reply to a conversation. */
export interface CompletionRequest {
  /** Our own words only; foreign text goes into a message, fenced. */
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  /** Longest reply. */
  readonly maxTokens: number;
  readonly temperature?: number;
  /**
   * JSON Schema of the reply, an object schema. An endpoint that can hold a model to it does; others only read the
   * prompt, so the reply is still to be read with {@link readJsonReply} and checked.
   */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Ends the request; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Tokens as the endpoint counted them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why a reply ends: it was complete, it was cut, the model declined, or something else. */
export type StopReason = 'end' | 'length' | 'refusal' | 'other';

export interface Completion {
  readonly text: string;
  readonly usage?: ModelUsage;
  readonly stop?: StopReason;
}

/**
 * Any language model. Implementations throw `ToolscoutError` with one of the codes `LLM_…`, whose message never holds
 * a key, or the reason of the request's signal.
 */
export interface LanguageModel {
  /** Names provider and model, `openai/gpt-x`: for caches, logs and figures. */
  readonly id: string;
  complete(request: CompletionRequest): Promise<Completion>;
}
