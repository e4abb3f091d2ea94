import type { LanguageModel } from '../../llm/index.ts';
import type { AuxiliaryModel, AuxiliaryRequest } from './types.ts';

/** A language model behind any endpoint, as the judge of candidates. */
export function createAuxiliaryModel(model: LanguageModel): AuxiliaryModel {
  return {
    id: model.id,
    choose: async ({ system, prompt, schema, maxTokens, signal }) => {
      const completion = await model.complete({
        system,
        messages: [{ role: 'user', content: prompt }],
        schema,
        maxTokens,
        temperature: 0,
        signal,
      });
      const { text, usage } = completion;
      return { reply: text, ...(usage === undefined ? {} : { usage }) };
    },
  };
}

/**
 * Any function as the judge of candidates: it is given the prompt and the candidates, and returns a text, a list of
 * names or numbers, or an object that holds one.
 */
export function createAuxiliaryFunction(
  id: string,
  choose: (request: AuxiliaryRequest) => unknown | Promise<unknown>,
): AuxiliaryModel {
  return { id, choose: async (request) => ({ reply: await choose(request) }) };
}
