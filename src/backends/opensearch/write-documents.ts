import type { ChangeCounts, SegmentDocument } from '../../engine/index.ts';
import { BulkWriter, type BulkWriterOptions } from './bulk-writer.ts';
import type { OpenSearchHttp } from './connection.ts';
import type { OpenSearchSettings } from './index-settings.ts';
import { knownDocuments } from './known-documents.ts';
import { routeOf } from './routing.ts';
import { toHex, toStored } from './stored-document.ts';

/** An index that documents are written to. */
export interface LoadTarget {
  readonly index: string;
  readonly settings: OpenSearchSettings;
  /** Nothing was in it when the load began, and no id comes twice: nothing has to be looked for. */
  readonly isNew: boolean;
}

/**
 * Puts documents into one index in place of those with the same keys; equal ones cost a look. All are acknowledged when
 * this resolves, and seen by searches at the next refresh.
 */
export async function putDocuments(
  http: OpenSearchHttp,
  { index, settings, isNew }: LoadTarget,
  documents: readonly SegmentDocument[],
  options: BulkWriterOptions,
): Promise<ChangeCounts> {
  const known = isNew
    ? new Map<string, never>()
    : await knownDocuments(
        http,
        index,
        documents.map(({ key }) => key),
      );
  const counts = { added: 0, replaced: 0, removed: 0, unchanged: 0 };
  const stale = new BulkWriter(http, index, options);
  const fresh: SegmentDocument[] = [];
  for (const document of documents) {
    const held = known.get(document.key) ?? [];
    const route = routeOf(document.tags, settings.routeBy);
    const elsewhere = held.filter((one) => one.route !== route);
    const here = held.find((one) => one.route === route);
    if (elsewhere.length === 0 && here?.hash === toHex(document.hash)) {
      counts.unchanged++;
      continue;
    }
    counts[held.length === 0 ? 'added' : 'replaced']++;
    fresh.push(document);
    for (const one of elsewhere) await stale.add({ op: 'delete', id: document.key, route: one.route });
  }
  // First away with what lies elsewhere: a tool whose tenant has changed is rather missing for a moment than seen by both.
  await stale.flush();
  const writer = new BulkWriter(http, index, options);
  for (const document of fresh) {
    const source = toStored(document, settings.averageLengths, settings.encoding);
    await writer.add({ op: 'index', id: document.key, route: routeOf(document.tags, settings.routeBy), source });
  }
  await writer.flush();
  return counts;
}

/** Takes documents out. @returns the keys that were there */
export async function removeDocuments(
  http: OpenSearchHttp,
  index: string,
  keys: readonly string[],
  options: BulkWriterOptions,
): Promise<ReadonlySet<string>> {
  const known = await knownDocuments(http, index, keys);
  const writer = new BulkWriter(http, index, options);
  for (const [id, held] of known) for (const { route } of held) await writer.add({ op: 'delete', id, route });
  await writer.flush();
  return new Set(known.keys());
}
