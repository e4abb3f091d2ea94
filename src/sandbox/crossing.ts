import { Buffer } from 'node:buffer';
import { parseExact } from '../shared/exact-json.ts';

/** A text from the child that is no value of the size and depth that may cross. */
export class CrossingError extends Error {
  override readonly name: string = 'CrossingError';
}

/**
 * Reads JSON that came from a snippet. The child has checked it by the same bounds; here they hold whatever became of the
 * child. Whole numbers beyond 2^53 are `bigint`.
 */
export function readCrossing(text: string, maxBytes: number, maxDepth: number): unknown {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) throw new CrossingError(`${bytes} bytes are above ${maxBytes}`);
  // Before parsing: whoever walks the value later does so by recursion.
  if (depthOf(text) > maxDepth) throw new CrossingError(`it is nested deeper than ${maxDepth}`);
  try {
    return parseExact(text);
  } catch {
    throw new CrossingError('it is no JSON');
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text[index];
    if (inString) {
      if (unit === '\\') index++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === '[' || unit === '{') deepest = Math.max(deepest, ++depth);
    else if (unit === ']' || unit === '}') depth--;
  }
  return deepest;
}
