import { type AuxiliaryModel, createAuxiliaryFunction } from '../../../src/disclosure/index.ts';
import { isObject } from '../json.ts';

/** What the auxiliary model of a case may do when it is asked. */
const BEHAVIOURS: Readonly<Record<string, (value: unknown) => unknown>> = {
  never_resolves: () => new Promise(() => undefined),
  returns: (value) => value,
  throws: (value) => {
    throw new Error(typeof value === 'string' ? value : 'the auxiliary model failed');
  },
};

/** What of `aux_model` the runner cannot play. */
export function unmappedAuxModel(given: unknown): readonly string[] {
  if (given === undefined) return [];
  if (!isObject(given)) return ['setup aux_model: is no object'];
  const fields = Object.keys(given).filter((key) => key !== 'behaviour' && key !== 'value');
  const known = typeof given.behaviour === 'string' && Object.hasOwn(BEHAVIOURS, given.behaviour);
  return [
    ...fields.map((key) => `setup aux_model: ${key} is not known to the runner`),
    ...(known ? [] : [`setup aux_model: behaviour ${String(given.behaviour)} is not known to the runner`]),
  ];
}

/** The model that a setup describes; `saw` is told every text that reaches it. */
export function auxModelOf(given: unknown, saw: (texts: readonly string[]) => void): AuxiliaryModel | undefined {
  if (!isObject(given)) return undefined;
  return createAuxiliaryFunction('of the case', ({ system, prompt }) => {
    saw([system, prompt]);
    return BEHAVIOURS[String(given.behaviour)]!(given.value);
  });
}
