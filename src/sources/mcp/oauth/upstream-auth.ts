import { computeScopeUnion, extractWWWAuthenticateParams, type FetchLike } from '@modelcontextprotocol/client';
import type { ToolscoutError } from '../../../errors.ts';
import type { RemoteTransportSpec, ServerSpec } from '../../server-spec.ts';
import { unavailable } from '../failures.ts';
import { refreshTokens } from './refresh.ts';
import { type SignInNeeds, signInRequired } from './sign-in-required.ts';
import { LOCAL_USER, type SignIn, type SignInOwner, type SignInStore, type SignInWish } from './sign-in-store.ts';

/** A token that ends this soon is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;
/** How often a server that waits for a sign-in looks whether there is one. */
const LOOK_EVERY_MS = 2_000;

/** What signing in to servers takes; one for a gateway. */
export interface SignIns {
  readonly store: SignInStore;
  /** The command that a person signs in with, for messages. */
  readonly command: (server: string, user: string) => string;
}

export interface UpstreamAuthOptions extends SignIns {
  readonly spec: ServerSpec;
  readonly transport: RemoteTransportSpec;
  readonly user: string;
  readonly lookEveryMs?: number;
  readonly now?: () => number;
}

/**
 * The tokens of one user at one server: puts them on requests, renews them, and says what is needed where they do not
 * do. They go to the server's own origin and nowhere else, whatever a server redirects to or names.
 */
export class UpstreamAuth {
  readonly #options: UpstreamAuthOptions;
  readonly #origin: string;
  readonly #owner: SignInOwner;
  #kept: { readonly mark: string | undefined; readonly signIn: SignIn | undefined } | undefined;
  #renewing: Promise<string | undefined> | undefined;
  /** The tokens of the last refusal; others are worth a try. */
  #refused: { readonly token: string | undefined } | undefined;

  constructor(options: UpstreamAuthOptions) {
    const { spec, transport, user } = options;
    this.#options = options;
    this.#origin = new URL(transport.url).origin;
    this.#owner = { user, server: spec.name, url: transport.url };
  }

  /** `base` with tokens: a request that is refused for lack of good ones is sent once more with renewed ones. */
  fetch(base: FetchLike): FetchLike {
    return async (url, init) => {
      if (new URL(url).origin !== this.#origin) return base(url, init);
      const first = await this.#token();
      let used = first;
      let response = await base(url, withToken(init, first));
      if (response.status === 401) {
        used = await this.#renew(first);
        if (used !== undefined && used !== first) {
          await response.body?.cancel();
          response = await base(url, withToken(init, used));
        }
      }
      const refusal = await this.#refusalIn(response, used ?? first);
      // What opens a stream reads the status itself, and would make another error of this one.
      if (refusal === undefined || (init?.method ?? 'GET').toUpperCase() !== 'POST') return response;
      await response.body?.cancel();
      throw refusal;
    };
  }

  /** What a person must do after a 401 that came by another way than as an error of {@link fetch}. */
  required(status: 401 | 403): ToolscoutError {
    return this.#required({ reason: `it answered HTTP ${status}`, status });
  }

  /** Has somebody signed in since the last refusal? */
  async hasNew(): Promise<boolean> {
    if (this.#refused === undefined) return true;
    if (this.#options.store.mark(this.#owner) === undefined) return false;
    const token = (await this.#read())?.tokens?.access_token;
    return token !== undefined && token !== this.#refused.token;
  }

  /** Calls back once when somebody has signed in. Returns the way to stop looking. */
  onceSignedIn(callback: () => void): () => void {
    const look = async (): Promise<void> => {
      // What cannot be read is told with the next call.
      if (!(await this.hasNew().catch(() => false))) return;
      clearInterval(timer);
      callback();
    };
    const timer = setInterval(() => void look(), this.#options.lookEveryMs ?? LOOK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #read(): Promise<SignIn | undefined> {
    const { store } = this.#options;
    const mark = store.mark(this.#owner);
    if (this.#kept === undefined || this.#kept.mark !== mark) {
      this.#kept = { mark, signIn: mark === undefined ? undefined : await store.read(this.#owner) };
    }
    return this.#kept.signIn;
  }

  async #token(): Promise<string | undefined> {
    const signIn = await this.#read();
    const token = signIn?.tokens?.access_token;
    const now = this.#now();
    const { expiresAt = Number.POSITIVE_INFINITY } = signIn ?? {};
    if (token === undefined || now < expiresAt - RENEW_BEFORE_MS) return token;
    try {
      return (await this.#renew(token)) ?? token;
    } catch (error) {
      // It still has a moment: the server is asked, and the authorization server again with the next request.
      if (now < expiresAt) return token;
      throw error;
    }
  }

  /** Another token than this one, by a refresh where nobody has made one. One refresh at a time, whoever asks. */
  #renew(refused: string | undefined): Promise<string | undefined> {
    this.#renewing ??= this.#renewOnce(refused).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewOnce(refused: string | undefined): Promise<string | undefined> {
    if (refused === undefined) return (await this.#read())?.tokens?.access_token;
    const { store, spec, transport } = this.#options;
    let problem: ToolscoutError | undefined;
    const kept = await store.change(this.#owner, async (before) => {
      if (before?.tokens === undefined || before.tokens.access_token !== refused) return before;
      if (before.tokens.refresh_token === undefined) return before;
      const settings = transport.oauth === false ? undefined : transport.oauth;
      const refreshed = await refreshTokens(before, settings?.resource, this.#now());
      if (refreshed.outcome === 'renewed') return refreshed.signIn;
      if (refreshed.outcome === 'refused') return withoutTokens(before);
      problem = unavailable(
        spec.name,
        `its sign-in could not be renewed: ${refreshed.host} did not answer as it should`,
        {
          next: 'Try again in a moment.',
        },
      );
      return before;
    });
    if (problem !== undefined) throw problem;
    return kept?.tokens?.access_token;
  }

  async #refusalIn(response: Response, token: string | undefined): Promise<ToolscoutError | undefined> {
    const { status } = response;
    if (status !== 401 && status !== 403) return undefined;
    const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(response);
    if (status === 401) {
      this.#refused = { token };
      const isOver = token !== undefined;
      const reason = isOver ? 'it does not take the tokens of the last sign-in any more' : 'it answered HTTP 401';
      return this.#required({ reason, status, isOver, scope });
    }
    if (error !== 'insufficient_scope') return undefined;
    this.#refused = { token };
    const wanted = await this.#wish({
      ...(scope === undefined ? {} : { scope }),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl.href }),
    });
    return this.#required({ reason: 'the last sign-in does not reach this far', status, scope: wanted.scope });
  }

  /** Keeps what the server wants beyond what there is, for the next sign-in. */
  async #wish(wish: SignInWish): Promise<SignInWish> {
    let wanted = wish;
    await this.#options.store.change(this.#owner, async (before) => {
      const scope = computeScopeUnion(before?.tokens?.scope, before?.wanted?.scope, wish.scope);
      wanted = { ...wish, ...(scope === undefined ? {} : { scope }) };
      return before?.wanted?.scope === scope ? before : { ...before, wanted };
    });
    return wanted;
  }

  #required(needs: Omit<SignInNeeds, 'command'>): ToolscoutError {
    const { command, spec, user } = this.#options;
    return signInRequired(spec, { ...needs, command: command(spec.name, user) });
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** The tokens for a server, where it takes any: a remote one whose configuration does not say who we are already. */
export function upstreamAuth(spec: ServerSpec, signIns: SignIns, user: string = LOCAL_USER): UpstreamAuth | undefined {
  const { transport } = spec;
  return canSignIn(spec)
    ? new UpstreamAuth({ ...signIns, spec, transport: transport as RemoteTransportSpec, user })
    : undefined;
}

/** Is it a server that a person could sign in to? */
export function canSignIn({ transport }: ServerSpec): boolean {
  if (transport.kind === 'stdio' || transport.oauth === false || !URL.canParse(transport.url)) return false;
  return !Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization');
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit | undefined {
  if (token === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** As whom we are known there stays; the tokens are dead. */
function withoutTokens({ tokens: _tokens, expiresAt: _expiresAt, ...rest }: SignIn): SignIn {
  return rest;
}
