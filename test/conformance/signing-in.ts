// Signs in for the conformance client as a person with a browser would: the suite's authorization server says yes to
// everybody and sends the visitor back at once.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignInFiles } from '../../src/backends/index.ts';
import { logIn, type ServerSpec, type SignIns } from '../../src/sources/index.ts';

export interface SigningIn {
  readonly signIns: SignIns;
  logIn(spec: ServerSpec): Promise<void>;
}

export function createSigningIn(): SigningIn {
  const store = createSignInFiles(mkdtempSync(join(tmpdir(), 'toolscout-conformance-secrets-')), undefined);
  return {
    signIns: { store, command: (server) => `toolscout login ${server}` },
    logIn: async (spec) => {
      await logIn({
        spec,
        store,
        clientName: 'Toolscout',
        signal: AbortSignal.timeout(20_000),
        visit: async (url) => {
          const { headers } = await fetch(url, { redirect: 'manual' });
          // The answer of the redirect address is for the person.
          void fetch(headers.get('location') ?? url).catch(() => {});
        },
      });
    },
  };
}
