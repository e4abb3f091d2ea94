/** Several lists as one without repetitions, frozen; a lone list stays the object it is. Undefined when all are empty. */
export function mergeExamples(...lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined && list.length > 0) as (readonly string[])[];
  if (given.length < 2) return given[0];
  return Object.freeze([...new Set(given.flat())]);
}
