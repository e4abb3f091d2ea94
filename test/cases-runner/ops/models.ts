import { assemble } from '../../../src/disclosure/index.ts';
import { isAction } from '../case-file.ts';
import { isObject, listOf, own } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { toSeenTool } from './answers.ts';
import { type OpGroup, stepPath, UnmappedError } from './op.ts';

/** What requests to different models carry, as a host that knows their windows puts them together. */
export const MODEL_OPS: OpGroup = {
  each_model: {
    fields: ['action'],
    unmapped: ({ action }) => (own(action, 'op') === 'list' ? [] : ['op each_model: only listing is done by model']),
    run: async ({ action }, context) => {
      if (!isAction(action)) throw new UnmappedError('an inner action without an op');
      const { setup, world } = context;
      const { toolSearch } = await world.config();
      const children: Outcome[] = [];
      for (const [index, model] of listOf(setup.models).entries()) {
        const fields = Object.keys(isObject(model) ? model : {});
        const unknown = fields.filter((field) => field !== 'supportsTools' && field !== 'supportsCode');
        if (unknown.length > 0)
          throw new UnmappedError(`setup models: ${unknown.join(', ')} is not known to the runner`);
        const startedAt = performance.now();
        const assembly = await assemble(world.plan.entries, {
          settings: toolSearch,
          ...(typeof setup.contextWindow === 'number' ? { window: setup.contextWindow } : {}),
          // No sandbox is given, so that models which could be given code get the structured bridge as well.
        });
        children.push({
          world,
          path: stepPath(context.path, index),
          op: 'list',
          label: undefined,
          ms: performance.now() - startedAt,
          given: undefined,
          value: assembly.tools.map(({ definition }) => definition),
          tools: assembly.catalog.tools.map(toSeenTool),
        });
      }
      if (children.length === 0) throw new UnmappedError('setup models is empty');
      return { value: children.map(({ value }) => value), children };
    },
  },
};
