import { isObject, own, pathOf, shown, toJson, valueAt } from '../json.ts';
import { isFailed, leavesOf, type Outcome, textBlocks, textOf } from '../outcome.ts';
import { type CheckGroup, COMPARISONS, compare, fails, numberOf, unmapped, type Verdict, when } from './check.ts';
import { atMost, without } from './output.ts';
import { outcomeNamed } from './scope.ts';

/** Outputs as values: compared with what a case states, or with each other. */
export const VALUE_CHECKS: CheckGroup = {
  value: { fields: COMPARISONS, run: (check, unit) => compare(check, unit.value) },
  value_in: { fields: COMPARISONS, run: (check, unit) => compare(check, unit.value) },
  value_path: {
    fields: ['path', ...COMPARISONS],
    run: (check, unit) => compare(check, valueAt(unit.value, pathOf(check.path))),
  },
  bytes_equal: {
    fields: ['a', 'b'],
    run: ({ a, b }, unit) => onPair(unit, a, b, (left, right) => differing(toJson(left.value), toJson(right.value))),
  },
  same_except_name: {
    fields: ['a', 'b'],
    run: ({ a, b }, unit) =>
      onPair(unit, a, b, (left, right) =>
        differing(without(toJson(left.value), left.said ?? []), without(toJson(right.value), right.said ?? [])),
      ),
  },
  json_parses: {
    fields: [],
    run: (_check, unit) => {
      const broken = leavesOf(unit).find((leaf) => jsonOf(leaf) === undefined);
      return when(broken === undefined, () => `${shown(textOf(broken!))} is no JSON`);
    },
  },
  json_eq: {
    fields: ['path', 'value', ...COMPARISONS],
    run: (check, unit) => {
      const expected = Object.hasOwn(check, 'value') ? { ...check, equals: check.value } : check;
      return compare(expected, valueAt(jsonOf(unit)?.json, pathOf(check.path)));
    },
  },
  json_le: {
    fields: ['path', 'value'],
    run: (check, unit) => {
      const actual = valueAt(jsonOf(unit)?.json, pathOf(check.path));
      if (typeof actual !== 'number') return fails(`${shown(actual)} is no number`);
      return atMost(actual, numberOf(check, 'value'), '');
    },
  },
};

function onPair(
  unit: Outcome,
  a: unknown,
  b: unknown,
  compareBoth: (left: Outcome, right: Outcome) => string | undefined,
): Verdict {
  const left = outcomeNamed(unit, a);
  const right = outcomeNamed(unit, b);
  if (left === undefined || right === undefined)
    return unmapped(`there is no output ${String(left === undefined ? a : b)}`);
  if (isFailed(left) !== isFailed(right)) return fails('one of the two is an error');
  const difference = compareBoth(left, right);
  return when(difference === undefined, difference ?? '');
}

function differing(a: string, b: string): string | undefined {
  if (a === b) return undefined;
  let at = 0;
  while (a[at] === b[at]) at++;
  const from = Math.max(0, at - 30);
  return `they differ at ${at}: ${shown(a.slice(from, at + 60))} and ${shown(b.slice(from, at + 60))}`;
}

/** The JSON that an output is or holds as text. */
function jsonOf(outcome: Outcome): { readonly json: unknown } | undefined {
  if (outcome.text === undefined && textBlocks(outcome.value) === undefined) return { json: outcome.value };
  try {
    return { json: JSON.parse(textOf(outcome)) };
  } catch {
    const structured = own(outcome.value, 'structuredContent');
    return isObject(structured) ? { json: structured } : undefined;
  }
}
