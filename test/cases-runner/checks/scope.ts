import type { Check } from '../case-file.ts';
import { listOf } from '../json.ts';
import { leavesOf, type Outcome } from '../outcome.ts';

/** Fields by which a check says which outputs it is about. */
export const SCOPE_FIELDS: readonly string[] = [
  'step',
  'steps',
  'index',
  'indexes',
  'indices',
  'each',
  'as',
  'surface',
  'target',
];

export type Selection =
  | { readonly units: readonly Outcome[] }
  /** The check names an output that does not exist. */
  | { readonly missing: string };

/** The outputs that a check is about; each has to hold for itself. Without a choice, the whole action. */
export function selectUnits(check: Check, root: Outcome): Selection {
  const chosen = chooseSteps(check, root);
  if ('missing' in chosen || check.target === undefined) return chosen;
  const target = String(check.target);
  const facets: Outcome[] = [];
  for (const unit of chosen.units.flatMap(leavesOf)) {
    const tools = unit.facets?.[target];
    if (tools !== undefined) facets.push({ ...unit, value: tools, tools, facets: { [target]: tools } });
    else if (unit.world.plan.target === target) facets.push(unit);
  }
  return facets.length === 0 ? { missing: `there is no output for target ${target}` } : { units: facets };
}

function chooseSteps(check: Check, root: Outcome): Selection {
  const wanted = check.step ?? check.steps ?? check.index ?? check.indexes ?? check.indices;
  if (wanted !== undefined) return findAll(listOf(wanted), (step) => outcomeAt(root, step), 'step');
  if (check.as !== undefined) return findAll(listOf(check.as), (label) => labelled(root, label), 'output');
  if (check.surface !== undefined) return findSurfaces(root, String(check.surface));
  if (check.each === true) return { units: root.children ?? [root] };
  return { units: [root] };
}

function findAll(names: readonly unknown[], find: (name: unknown) => Outcome | undefined, what: string): Selection {
  const units: Outcome[] = [];
  for (const name of names) {
    const unit = find(name);
    if (unit === undefined) return { missing: `there is no ${what} ${String(name)}` };
    units.push(unit);
  }
  return { units };
}

/** A step by number or by path such as `0.1`. An action without steps is its own step 0. */
export function outcomeAt(root: Outcome, step: unknown): Outcome | undefined {
  let current: Outcome | undefined = root;
  for (const [depth, index] of String(step).split('.').entries()) {
    if (current?.children === undefined && depth === 0 && Number(index) === 0) continue;
    current = current?.children?.[Number(index)];
  }
  return current;
}

function labelled(outcome: Outcome, label: unknown): Outcome | undefined {
  if (outcome.label === label) return outcome;
  for (const child of outcome.children ?? []) {
    const found = labelled(child, label);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A step by number, path or label. */
export function outcomeNamed(root: Outcome, name: unknown): Outcome | undefined {
  return labelled(root, name) ?? outcomeAt(root, name);
}

/** `search:read note`, or `search` for all surfaces of that kind. */
function findSurfaces(root: Outcome, surface: string): Selection {
  const units = leavesOf(root).filter(({ label }) => label === surface || label?.startsWith(`${surface}:`) === true);
  return units.length === 0 ? { missing: `there is no surface ${surface}` } : { units };
}
