import type { TelemetryEvent } from '../../../src/calling/index.ts';
import { pathOf, shown, textsOf, toJson, valueAt } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { type CheckGroup, compare, fails, sameJson, when } from './check.ts';

/** What is told about the use of tools. */
export const TELEMETRY_CHECKS: CheckGroup = {
  not_in_telemetry: {
    fields: ['strings', 'session'],
    needs: ['strings'],
    run: ({ strings, session }, unit) => {
      const text = eventsOf(unit, session).map(toJson).join('\n');
      const found = textsOf(strings).filter((part) => text.includes(part));
      return when(found.length === 0, () => `${shown(found)} is in the telemetry`);
    },
  },
  /** One event at least has the value in this field. */
  telemetry: {
    fields: ['field', 'value', 'type', 'session', 'equals', 'one_of', 'values', 'contains'],
    needs: ['field'],
    run: (check, unit) => {
      const { field, value, type, session } = check;
      const events = eventsOf(unit, session).filter((event) => type === undefined || event.type === type);
      const values = events.map((event) => valueAt(event, pathOf(field))).filter((one) => one !== undefined);
      if (values.length === 0) return fails(`no event of ${events.length} has a field ${shown(field)}`);
      const verdicts = values.map((one) =>
        Object.hasOwn(check, 'value')
          ? when(sameJson(one, value), () => `${shown(values)} is nowhere ${shown(value)}`)
          : compare(check, one),
      );
      return verdicts.find(({ kind }) => kind === 'holds') ?? verdicts[0]!;
    },
  },
};

function eventsOf({ world }: Outcome, session: unknown): readonly TelemetryEvent[] {
  return world.telemetry.list(session === undefined ? undefined : String(session));
}
