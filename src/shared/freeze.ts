/**
 * Freezes a JSON-like value all the way down and returns it. Cycles are safe: an object that is frozen already is
 * taken as done, so callers must hand in values they own.
 */
export function deepFreeze<T>(value: T): T {
  // A list of what is to be done in place of recursion: values from outside may be nested deeper than the stack is.
  const open: unknown[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    // Not spread into the call: a list may be longer than an argument list.
    for (const inner of Object.values(one)) if (inner !== undefined) open.push(inner);
  }
  return value;
}
