import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiEntries, parseApiDocument } from '../../src/sources/index.ts';
import { type Catalog, createCatalog } from '../../src/tools/index.ts';
import { readRecordedServers, toEntries } from './known-servers.ts';

/** What a request is asked of: the recorded servers, or a few web APIs. */
export type NearMissCatalog = 'servers' | 'apis';

/**
 * A request of our own that names a product of its catalog. Without `tools` nothing there does what it asks for. `round`:
 * when it was written; what the words of `retrieval/actions` owe to it depends on that.
 */
interface NearMissRequest {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  readonly over: NearMissCatalog;
  readonly round: number;
  /** Ids of the tools that do it. */
  readonly tools?: readonly string[];
}

const APIS: Readonly<Record<string, string>> = {
  ably: 'ably.io.openapi.yaml',
  browshot: 'browshot.com.swagger.json',
  fulfillment: 'fulfillment.com.openapi.json',
  swaggerhub: 'swaggerhub.com.swagger.yaml',
  tvmaze: 'tvmaze.com.swagger.yaml',
  voodoo: 'voodoomfg.com.swagger.yaml',
};

export function readNearMisses(): NearMissRequest[] {
  return readFileSync(join(import.meta.dirname, 'near-misses.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NearMissRequest);
}

export function readNearMissCatalog(dataRoot: string, over: NearMissCatalog): Catalog {
  if (over === 'servers') return createCatalog(toEntries(readRecordedServers(dataRoot)));
  return createCatalog(
    Object.entries(APIS).flatMap(([service, file]) =>
      openApiEntries(parseApiDocument(readFileSync(join(dataRoot, 'openapi-specs', file), 'utf8'), file), service),
    ),
  );
}
