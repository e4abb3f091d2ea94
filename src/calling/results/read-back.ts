import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import type { RawToolResult } from '../types.ts';
import type { ResultStore } from './result-store.ts';

/** Name under which the rest of a cut result is read. It is listed nowhere: the cut result itself says how. */
export const READ_BACK_NAME = 'tool_result_read';

/** Characters in one piece when nothing else is asked for. */
const DEFAULT_LIMIT = 20_000;

export interface ReadBackOptions {
  readonly store: ResultStore;
  readonly session: string;
  readonly maxBytes: number;
}

/**
 * Reads a piece of a kept result: `{handle, offset?, limit?}`.
 * @throws ToolscoutError `INVALID_ARGUMENTS`, or `RESULT_NOT_FOUND` for a handle that this session cannot read.
 */
export async function readBack(given: unknown, { store, session, maxBytes }: ReadBackOptions): Promise<RawToolResult> {
  const input = isObject(given) ? given : {};
  const handle = own(input, 'handle');
  if (typeof handle !== 'string' || handle === '') {
    throw new ToolscoutError('INVALID_ARGUMENTS', `${READ_BACK_NAME} needs the handle of a cut result.`, {
      next: 'Send {"handle": "…", "offset": 0} with the handle that the cut result gave.',
      details: { tool: READ_BACK_NAME, path: '/handle', expected: 'string' },
    });
  }
  // A character is three bytes at most in the long run, so that a piece stays within the bound of a result.
  const most = Math.max(1, Math.floor(maxBytes / 3));
  const limit = Math.min(count(own(input, 'limit')) ?? DEFAULT_LIMIT, most);
  const page = await store.read(session, handle, count(own(input, 'offset')) ?? 0, Math.max(1, limit));
  if (page === undefined) {
    throw new ToolscoutError('RESULT_NOT_FOUND', 'There is no kept result under this handle any more.', {
      next: 'Call the tool again, if repeating it does no harm, and ask it for less.',
      details: { tool: READ_BACK_NAME },
    });
  }
  const { text, offset, nextOffset, total } = page;
  const more = nextOffset === undefined ? 'This is the end.' : `Next offset: ${nextOffset}.`;
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: `[Characters ${offset} to ${offset + text.length} of ${total}. ${more}]` },
    ],
    _meta: { 'toolscout/page': { offset, total, ...(nextOffset === undefined ? {} : { nextOffset }) } },
  };
}

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
}
