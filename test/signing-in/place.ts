import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createSignInFiles } from '../../src/backends/index.ts';
import {
  type LoginReport,
  logIn,
  type OAuthSettings,
  type ServerSpec,
  type SignIns,
  Upstream,
  type UpstreamLogEntry,
  UpstreamPool,
} from '../../src/sources/index.ts';
import { AuthorizationServer } from './authorization-server.ts';
import { GuardedServer } from './guarded-server.ts';

/** Both servers, a folder for secrets, and everything that is opened on them; anew for each test. */
export class Place {
  authorizationServer!: AuthorizationServer;
  server!: GuardedServer;
  folder = '';
  readonly log: UpstreamLogEntry[] = [];
  readonly #open: { close(): Promise<void> }[] = [];

  async begin(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'toolscout-signing-in-'));
    this.log.length = 0;
    this.authorizationServer = await AuthorizationServer.start();
    this.server = await GuardedServer.start(this.authorizationServer);
  }

  async end(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((one) => one.close()));
    await this.server.close();
    await this.authorizationServer.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  spec(oauth?: OAuthSettings, headers: Record<string, string> = {}): ServerSpec {
    const transport = {
      kind: 'http' as const,
      url: this.server.url,
      headers,
      ...(oauth === undefined ? {} : { oauth }),
    };
    return { name: 'wiki', transport };
  }

  /** As another process of this machine would have it: nothing is shared but the folder. */
  signIns(): SignIns {
    return {
      store: createSignInFiles(this.folder, undefined),
      command: (server, user) => `toolscout login ${server} --user ${user}`,
    };
  }

  async connect(spec: ServerSpec = this.spec(), user?: string): Promise<Upstream> {
    const upstream = new Upstream(spec, {
      signIns: this.signIns(),
      log: (entry) => this.log.push(entry),
      ...(user === undefined ? {} : { user }),
    });
    this.#open.push(upstream);
    await upstream.start();
    return upstream;
  }

  async pool(spec: ServerSpec = this.spec()): Promise<UpstreamPool> {
    const pool = new UpstreamPool([spec], { signIns: this.signIns(), log: (entry) => this.log.push(entry) });
    this.#open.push(pool);
    pool.start();
    await pool.settled();
    return pool;
  }

  logIn(
    spec: ServerSpec = this.spec(),
    user?: string,
    visit: (url: URL) => Promise<void> = visitAsBrowser,
  ): Promise<LoginReport> {
    return logIn({
      spec,
      store: this.signIns().store,
      ...(user === undefined ? {} : { user }),
      clientName: 'Toolscout test',
      visit,
      signal: AbortSignal.timeout(30_000),
    });
  }

  /** Files of secrets, the key aside. */
  sealed(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.sealed'))
      .map((name) => join(this.folder, name));
  }
}

/** A browser that follows to the redirect address. */
export async function visitAsBrowser(url: URL): Promise<void> {
  await fetch(url);
}

export function createPlace(): Place {
  const place = new Place();
  beforeEach(() => place.begin());
  afterEach(() => place.end());
  return place;
}
