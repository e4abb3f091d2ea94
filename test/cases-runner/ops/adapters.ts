import { own } from '../json.ts';
import { providerOf, readCalls } from '../product/provider.ts';
import { type OpGroup, UnmappedError } from './op.ts';

const needsProvider = (_action: unknown, setup: object): readonly string[] =>
  own(setup, 'provider') === undefined ? ['setup names no provider'] : [];

/** Requests to a provider and what it asks for, in its own form. */
export const ADAPTER_OPS: OpGroup = {
  build_request: {
    fields: [],
    unmapped: needsProvider,
    run: async (_action, { world, setup }) => {
      const provider = await providerOf(world, setup);
      return { value: await provider.request() };
    },
  },
  /** Calls as they come from a model that was sent the request before. */
  provider_calls: {
    fields: ['calls'],
    unmapped: needsProvider,
    run: async ({ calls }, { world, setup }) => {
      const asked = readCalls(calls);
      if (asked === undefined) throw new UnmappedError('op provider_calls: calls without id and name');
      const provider = await providerOf(world, setup);
      await provider.request();
      return { value: { asked: asked.map(({ id }) => id), answers: await provider.answer(asked) } };
    },
  },
  /** A search, and the request that goes out after it. */
  search_as_provider_result: {
    fields: ['query', 'limit'],
    unmapped: needsProvider,
    run: async ({ query, limit }, { world, setup }) => {
      const provider = await providerOf(world, setup);
      await provider.request();
      const answers = await provider.search({ query, ...(limit === undefined ? {} : { limit }) });
      return { value: { ...(await provider.request()), answers } };
    },
  },
};
