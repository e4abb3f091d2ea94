import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createFileStateStore, stateFolder } from '../backends/index.ts';
import type { LoadedConfig } from '../gateway/index.ts';
import type { HostEnvironment } from '../sources/index.ts';
import type { StateStore } from '../state/index.ts';

/** Where calls of every gateway over this configuration wait for consent. */
export function approvalStore({ approvals, path }: LoadedConfig, environment: HostEnvironment): StateStore {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return createFileStateStore(approvals.folder ?? join(stateFolder(environment), 'approvals', name));
}
