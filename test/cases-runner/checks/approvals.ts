import { shown } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { callsOf } from './calls.ts';
import { type CheckGroup, numberOf, sameJson, unmapped, when } from './check.ts';

/** What the person was asked, and whether just that ran. */
export const APPROVAL_CHECKS: CheckGroup = {
  approver_asked: {
    fields: ['ref', 'arguments', 'times'],
    needs: ['ref'],
    run: (check, unit) => {
      const { ref, arguments: args } = check;
      const asked = unit.world.recorder.approvals.filter(
        (one) => isMeant(toRef(ref), one) && (args === undefined || sameJson(one.arguments, args)),
      );
      const times = numberOf(check, 'times');
      if (check.times !== undefined && times === undefined) return unmapped('times is no number');
      return when(times === undefined ? asked.length > 0 : asked.length === times, () => {
        return `it was asked ${asked.length} times, of all: ${shown(unit.world.recorder.approvals, 400)}`;
      });
    },
  },
  approved_equals_executed: {
    fields: [],
    run: (_check, unit) => {
      const { approvals } = unit.world.recorder;
      const strange = callsOf(unit).find(
        (call) =>
          !approvals.some(
            (one) => one.server === call.server && one.tool === call.tool && sameJson(one.arguments, call.arguments),
          ),
      );
      return when(strange === undefined, () => `ran without approval: ${shown(strange)}`);
    },
  },
};
