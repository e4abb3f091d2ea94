/**
 * Freezes a JSON-like value all the way down and returns it. Cycles are safe: an object that is frozen already is
 * taken as done, so callers must hand in values they own.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
