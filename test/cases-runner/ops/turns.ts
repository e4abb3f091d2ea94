import { createPreselector, type DialogueMessage } from '../../../src/disclosure/index.ts';
import { isObject, listOf } from '../json.ts';
import { auxModelOf } from '../product/aux-model.ts';
import { toSeenTool } from './answers.ts';
import type { OpGroup } from './op.ts';

/** One turn of an agent: what its first request carries. */
export const TURN_OPS: OpGroup = {
  turn: {
    fields: ['message', 'dialogue'],
    run: async ({ message, dialogue }, { world }) => {
      await world.settledGateway();
      const view = await world.session();
      const { preselect } = await world.config();
      const model = auxModelOf(world.plan.auxModel, (texts) => world.auxPrompts.push(...texts));
      const preselector = createPreselector({
        ...preselect.settings,
        ...(model === undefined ? {} : { model }),
      });
      const listed = await view.bridgeTools();
      const names = new Set(listed.map(({ name }) => name));
      const result = await preselector.preselect({
        message: String(message ?? ''),
        dialogue: listOf(dialogue).filter(isMessage),
        catalog: view.catalog(),
        resident: [...names],
      });
      const chosen = result.tools.map(({ tool }) => tool).filter((tool) => !names.has(tool.name));
      const added = chosen.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      return { value: [...listed, ...added], tools: chosen.map(toSeenTool) };
    },
  },
};

function isMessage(value: unknown): value is DialogueMessage {
  return isObject(value) && typeof value.content === 'string' && (value.role === 'user' || value.role === 'assistant');
}
