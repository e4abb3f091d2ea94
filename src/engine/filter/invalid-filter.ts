import { ToolscoutError, type ToolscoutErrorOptions } from '../../errors.ts';

const SHAPE =
  'Write it as tenant=t1 AND role IN (a,b) AND NOT region=eu, or as JSON: {"tenant":"t1","role":["a","b"]}.';

/** The error of a filter that cannot be used. */
export function invalidFilter(message: string, options: ToolscoutErrorOptions = {}): ToolscoutError {
  return new ToolscoutError('FILTER_INVALID', message, { next: SHAPE, ...options });
}
