import type { TokenCounter } from '../../tokens/index.ts';

/** The parts of a definition that model APIs put before the model. */
export interface CountedDefinition {
  readonly name: string;
  readonly description?: string | null;
  readonly inputSchema?: unknown;
}

/** Encoding → definition → tokens. Definitions are frozen, so a count holds for as long as the object lives. */
const memory = new Map<string, WeakMap<CountedDefinition, number>>();

/** Tokens that one definition costs in a request, counted once for each definition object and encoding. */
export function definitionTokens(definition: CountedDefinition, counter: TokenCounter): number {
  let known = memory.get(counter.encoding);
  if (known === undefined) {
    known = new WeakMap();
    memory.set(counter.encoding, known);
  }
  let tokens = known.get(definition);
  if (tokens === undefined) {
    const { name, description, inputSchema } = definition;
    tokens = counter.countTokens(JSON.stringify({ name, description, input_schema: inputSchema })).tokens;
    known.set(definition, tokens);
  }
  return tokens;
}

/** Tokens of several definitions together. */
export function totalTokens(definitions: Iterable<CountedDefinition>, counter: TokenCounter): number {
  let total = 0;
  for (const definition of definitions) total += definitionTokens(definition, counter);
  return total;
}
