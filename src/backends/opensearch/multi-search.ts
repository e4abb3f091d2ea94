import { ToolscoutError } from '../../errors.ts';
import type { OpenSearchHttp } from './connection.ts';
import { member, number } from './members.ts';

/** One answer of several. */
export interface Search {
  readonly body: unknown;
  /** A shard did not answer, or not in time: there may be more than the body holds. */
  readonly short: boolean;
}

/**
 * Several searches in one request.
 * @throws ToolscoutError `INDEX_UNAVAILABLE` where one of them has no answer at all
 */
export async function searchAll(
  http: OpenSearchHttp,
  header: { readonly index: string; readonly routing?: string },
  bodies: readonly object[],
): Promise<readonly Search[]> {
  const timeout = `${http.searchTimeoutMs}ms`;
  const lines = bodies.map((body) => `${JSON.stringify(header)}\n${JSON.stringify({ timeout, ...body })}\n`);
  const answer = await http.send({ method: 'POST', path: '/_msearch', body: lines.join(''), retryWhen: isAllBusy });
  const responses = member(answer, 'responses');
  if (!Array.isArray(responses) || responses.length !== bodies.length) throw unreadable(header.index);
  return responses.map((response): Search => {
    if (member(response, 'error') !== undefined) throw failed(header.index, response);
    return { body: response, short: isShort(response) };
  });
}

/** Every shard that the search was meant for must have answered, and none may have stopped half way. */
function isShort(response: unknown): boolean {
  return (
    member(response, 'timed_out') === true ||
    number(response, '_shards', 'failed') > 0 ||
    number(response, '_shards', 'successful') < number(response, '_shards', 'total')
  );
}

/** Each of several searches has a status of its own, while the whole is 200. */
function isAllBusy(answer: unknown): boolean {
  const responses = member(answer, 'responses');
  return Array.isArray(responses) && responses.some((one) => [429, 503].includes(number(one, 'status')));
}

function failed(index: string, response: unknown): ToolscoutError {
  const status = number(response, 'status');
  const [cause = member(response, 'error')] = rootCauses(response);
  const reason = `${member(cause, 'type')}: ${member(cause, 'reason')}`.slice(0, 300);
  if (status === 404) {
    return new ToolscoutError('INDEX_FOREIGN', `The cluster has no index ${index}.`, {
      next: 'Check its name, or make it with "toolscout index build --backend opensearch".',
      details: { index },
    });
  }
  return new ToolscoutError('INDEX_UNAVAILABLE', `The index ${index} cannot be searched: ${reason}`, {
    next: 'Look at the health of the cluster, then try again.',
    details: { index, status },
  });
}

function rootCauses(response: unknown): readonly unknown[] {
  const causes = member(response, 'error', 'root_cause');
  return Array.isArray(causes) ? causes : [];
}

function unreadable(index: string): ToolscoutError {
  return new ToolscoutError('INDEX_UNAVAILABLE', `The answer to a search of ${index} cannot be read.`, {
    next: 'Check that the address is that of an OpenSearch cluster.',
    details: { index },
  });
}
