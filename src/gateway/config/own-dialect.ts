import { COMMON_KEYS, type EntryDialect } from '../../sources/index.ts';

/**
 * Server entries in `toolscout.json`. The spellings of all clients are understood, because people paste entries and
 * give their client's file as it is.
 */
export const OWN_DIALECT: EntryDialect = {
  title: 'toolscout.json',
  syntax: 'toolscout',
  keys: {
    ...COMMON_KEYS,
    httpUrl: { url: 'http' },
    serverUrl: { url: 'auto' },
    allowTools: 'allow-tools',
    denyTools: 'deny-tools',
    startTimeoutMs: { timeout: 'startTimeoutMs', unitMs: 1 },
    callTimeoutMs: { timeout: 'callTimeoutMs', unitMs: 1 },
    maxTotalTimeoutMs: { timeout: 'maxTotalTimeoutMs', unitMs: 1 },
    maxConcurrentCalls: { requests: 'maxConcurrentCalls', min: 1 },
    maxQueuedCalls: { requests: 'maxQueuedCalls', min: 0 },
    passEnv: 'passed-env',
    sessions: 'sessions',
    examples: 'examples',
    enabled: 'enabled',
    includeTools: 'allow-tools',
    excludeTools: 'deny-tools',
    disabledTools: 'deny-tools',
    trust: 'ignored',
    timeout: { warning: 'clients mean different things by it; write callTimeoutMs or startTimeoutMs' },
    headersHelper: { warning: 'the helper program is not run; its headers are missing here' },
  },
  unknownKeys: 'report',
};
