import { ToolscoutError } from '../errors.ts';

/** For people, who are told of all of an index: a number that is too low is a wrong one. */
export function shortIndexError(): ToolscoutError {
  return new ToolscoutError('INDEX_UNAVAILABLE', 'A part of the index does not answer, so that it cannot be counted.', {
    next: 'Look at the health of the cluster; searches go on, and say that they are degraded.',
  });
}
