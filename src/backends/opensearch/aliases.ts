import { ToolscoutError } from '../../errors.ts';
import type { OpenSearchHttp } from './connection.ts';
import { type OpenSearchSettings, readSettings } from './index-settings.ts';
import { member } from './members.ts';

/**
 * How indexes are named. What is searched is an alias, NAME; it points to the one index NAME-TIME that is whole. While the
 * next one is made, NAME-building points to that. Both move in one step, so that no search falls between two.
 */
export const buildingAlias = (name: string): string => `${name}-building`;

/** A new index under a name that sorts by time. */
export function newIndexName(name: string, now: Date): string {
  return `${name}-${now.toISOString().replace(/\D/g, '')}`;
}

/**
 * Names that OpenSearch takes, and that leave room for what is put behind them.
 * @throws ToolscoutError `CONFIG_INVALID`
 */
export function checkIndexName(name: string): void {
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(name)) return;
  throw new ToolscoutError('CONFIG_INVALID', `${JSON.stringify(name)} cannot be the name of an index in a cluster.`, {
    next: 'Use lower-case letters, digits, "-" and "_"; begin with a letter or digit; at most 100 characters.',
    details: { index: name },
  });
}

/** The index that an alias points to, with what is written in its mapping; undefined where there is no such alias. */
export async function aliased(
  http: OpenSearchHttp,
  alias: string,
): Promise<{ readonly index: string; readonly meta: unknown } | undefined> {
  let answer: unknown;
  try {
    answer = await http.send({ method: 'GET', path: `/${alias}/_mapping` });
  } catch (error) {
    if (error instanceof ToolscoutError && error.code === 'INDEX_FOREIGN') return undefined;
    throw error;
  }
  const names = Object.keys(answer as object);
  const [index] = names;
  if (index === undefined) return undefined;
  if (index === alias || names.length > 1) {
    throw new ToolscoutError('INDEX_FOREIGN', `${alias} is no alias of one index.`, {
      next: 'Use another name: this one is taken by something that toolscout did not make.',
      details: { index: alias },
    });
  }
  return { index, meta: member(answer, index, 'mappings', '_meta') };
}

/**
 * The index that is searched under a name, and what it was made with.
 * @throws ToolscoutError `INDEX_FOREIGN` or `INDEX_VERSION`
 */
export async function searchedIndex(
  http: OpenSearchHttp,
  name: string,
): Promise<{ readonly index: string; readonly settings: OpenSearchSettings }> {
  checkIndexName(name);
  const found = await aliased(http, name);
  if (found === undefined) {
    throw new ToolscoutError('INDEX_FOREIGN', `The cluster has no index ${name}.`, {
      next: 'Check the name, or make it with "toolscout index build --backend opensearch".',
      details: { index: name },
    });
  }
  return { index: found.index, settings: readSettings(found.meta, name) };
}

/** Lets searches see another index, in one step, and deletes the one that they saw before. */
export async function switchAlias(http: OpenSearchHttp, name: string, next: string): Promise<void> {
  const old = (await aliased(http, name))?.index;
  await http.send({
    method: 'POST',
    path: '/_aliases',
    body: {
      actions: [
        { remove: { index: next, alias: buildingAlias(name), must_exist: false } },
        ...(old === undefined || old === next ? [] : [{ remove: { index: old, alias: name } }]),
        { add: { index: next, alias: name } },
      ],
    },
  });
  if (old !== undefined && old !== next) await http.send({ method: 'DELETE', path: `/${old}` });
}
