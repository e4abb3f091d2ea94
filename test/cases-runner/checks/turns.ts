import { shown, textsOf } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { type CheckGroup, fails, HOLDS, unmapped, when } from './check.ts';

/** What a turn added to the list of tools, and what its auxiliary model was shown. */
export const TURN_CHECKS: CheckGroup = {
  list_adds_only: {
    fields: ['ref', 'refs'],
    needs: ['ref', 'refs'],
    run: ({ ref, refs }, unit) => {
      if (unit.op !== 'turn') return unmapped('needs a turn');
      const wanted = (Array.isArray(refs) ? refs : [refs ?? ref]).map(toRef);
      const added = unit.tools ?? [];
      const missing = wanted.filter((one) => !added.some((tool) => isMeant(one, tool)));
      if (missing.length > 0) return fails(`${shown(missing)} is not added`);
      const others = added.filter((tool) => !wanted.some((one) => isMeant(one, tool)));
      return when(others.length === 0, () => `${shown(others.map(({ id }) => id))} is added as well`);
    },
  },
  aux_prompt_excludes: {
    fields: ['strings'],
    needs: ['strings'],
    run: ({ strings }, unit) => {
      const { auxPrompts } = unit.world;
      if (auxPrompts.length === 0) return unmapped('no auxiliary model was asked');
      const found = textsOf(strings).filter((text) => auxPrompts.some((prompt) => prompt.includes(text)));
      return found.length === 0 ? HOLDS : fails(`${shown(found)} is in the prompt of the auxiliary model`);
    },
  },
};
