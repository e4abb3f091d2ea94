import {
  auth,
  computeScopeUnion,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  type OAuthDiscoveryState,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { isObject } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import type { OAuthSettings, RemoteTransportSpec, ServerSpec } from '../../server-spec.ts';
import { networkCode } from '../failures.ts';
import { askServer } from './ask-server.ts';
import { authFetch } from './auth-fetch.ts';
import { LoginProvider } from './login-provider.ts';
import { listenForRedirect } from './redirect-listener.ts';
import { expiry } from './refresh.ts';
import { LOCAL_USER, type SignIn, type SignInStore, type SignInWish } from './sign-in-store.ts';
import { canSignIn } from './upstream-auth.ts';

export interface LoginOptions {
  readonly spec: ServerSpec;
  readonly store: SignInStore;
  /** Whose tokens these become. Default: those of whoever runs the gateway. */
  readonly user?: string;
  /** Asked for instead of what the configuration and the server say. */
  readonly scopes?: readonly string[];
  /** What the authorization server shows as the name of the client. */
  readonly clientName: string;
  /** Brings the person to this address. */
  readonly visit: (url: URL) => void | Promise<void>;
  readonly signal: AbortSignal;
}

/** What came of a sign-in. Never a token. */
export interface LoginReport {
  readonly server: string;
  /** Host of the authorization server. */
  readonly authorizationServer: string;
  /** What was granted, where that was said. */
  readonly scopes: readonly string[];
  /** When the tokens end, in milliseconds since 1970, where that was said. */
  readonly expiresAt?: number;
  /** They can be renewed without a person. */
  readonly renewable: boolean;
}

/**
 * Signs a person in to a server: finds its authorization server, registers with it unless that was done, has the person
 * visit it, and keeps the tokens. PKCE, the resource indicator and the checks of issuers are the SDK's.
 * @throws ToolscoutError `SIGN_IN_FAILED`
 */
export async function logIn(options: LoginOptions): Promise<LoginReport> {
  const { spec, store, user = LOCAL_USER, signal } = options;
  const transport = remoteTransport(spec);
  const settings = transport.oauth === undefined || transport.oauth === false ? {} : transport.oauth;
  const owner = { user, server: spec.name, url: transport.url };
  const kept = await store.read(owner);
  const port = settings.callbackPort ?? portOf(kept?.redirectUrl);
  const listener = await listenForRedirect(port, settings.callbackPort !== undefined);
  try {
    const provider = new LoginProvider(settings, listener.url, options.clientName, kept);
    const wish = await askServer(transport, signal);
    const { metadataUrl } = settings;
    if (metadataUrl !== undefined) provider.discovery = await readMetadata(metadataUrl, wish, signal);
    const scope = scopeOf(options, settings, wish, kept);
    const request = {
      serverUrl: transport.url,
      ...(scope === undefined ? {} : { scope }),
      ...(wish.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(wish.resourceMetadataUrl) }),
      fetchFn: authFetch(signal),
    };
    // Without tokens of before in the provider this always ends with an address to visit.
    await auth(provider, request);
    const address = provider.authorizationUrl;
    if (address === undefined) throw failed(spec, 'the authorization server named no address to sign in at');
    refuseOddAddress(spec, address);
    const back = listener.visit(provider.loginState, signal);
    await options.visit(address);
    const params = await back;
    const error = params.get('error');
    // The issuer is checked before anything else of an answer is believed; without a code there is nothing to believe.
    const code = params.get('code');
    if (code === null)
      throw failed(spec, `the authorization server refused${error === null ? '' : ` (${safeCode(error)})`}`);
    const iss = params.get('iss');
    await auth(provider, { ...request, authorizationCode: code, ...(iss === null ? {} : { iss }) });
    const signIn = signInOf(provider, scope);
    await store.change(owner, async () => signIn);
    return {
      server: spec.name,
      authorizationServer: new URL(provider.discovery?.authorizationServerUrl ?? transport.url).host,
      scopes: signIn.tokens?.scope?.split(/\s+/).filter((one) => one !== '') ?? [],
      ...(signIn.expiresAt === undefined ? {} : { expiresAt: signIn.expiresAt }),
      renewable: signIn.tokens?.refresh_token !== undefined,
    };
  } catch (error) {
    if (error instanceof ToolscoutError) throw error;
    if (signal.aborted) throw failed(spec, errorMessage(signal.reason));
    throw failed(spec, reasonOf(error), error);
  } finally {
    listener.close();
  }
}

function remoteTransport(spec: ServerSpec): RemoteTransportSpec {
  const { transport } = spec;
  if (transport.kind === 'stdio')
    throw failed(spec, 'it is a local program', undefined, 'Give it its credentials in "env" of its entry.');
  if (canSignIn(spec)) return transport;
  const why =
    transport.oauth === false ? '"oauth" is false in its entry' : 'its entry has an Authorization header already';
  throw failed(spec, why, undefined, 'Take that out of its entry to sign in.');
}

async function readMetadata(url: string, wish: SignInWish, signal: AbortSignal): Promise<OAuthDiscoveryState> {
  const response = await authFetch(signal)(url, { headers: { accept: 'application/json' } });
  const metadata: unknown = response.ok ? await response.json() : undefined;
  if (!isObject(metadata) || typeof metadata.issuer !== 'string') {
    throw new ToolscoutError('SIGN_IN_FAILED', `${url} holds no description of an authorization server.`, {
      next: 'Correct "oauth.metadataUrl" of the server.',
    });
  }
  return {
    authorizationServerUrl: metadata.issuer,
    authorizationServerMetadata: metadata as NonNullable<OAuthDiscoveryState['authorizationServerMetadata']>,
    ...(wish.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: wish.resourceMetadataUrl }),
  };
}

/** What is asked for by the person, else by the configuration, else by the server; and what it asked for since. */
function scopeOf(
  { scopes }: LoginOptions,
  settings: OAuthSettings,
  { scope }: SignInWish,
  kept: SignIn | undefined,
): string | undefined {
  if (scopes !== undefined && scopes.length > 0) return scopes.join(' ');
  return computeScopeUnion(settings.scopes?.join(' ') ?? scope, kept?.wanted?.scope);
}

/** An address that a description of an authorization server makes a browser open must be one of the web. */
function refuseOddAddress(spec: ServerSpec, { protocol, hostname }: URL): void {
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return;
  throw failed(spec, `the address to sign in at is not one of https (${protocol}//${hostname})`);
}

function signInOf(provider: LoginProvider, asked: string | undefined): SignIn {
  const { redirectUrl, discovery, signedIn } = provider;
  const issuer = signedIn?.issuer;
  const info = provider.clientInformation(issuer === undefined ? undefined : { issuer });
  // RFC 6749, 5.1: a scope that is not told is the one that was asked for.
  const scope = signedIn?.scope ?? asked;
  return {
    ...(info === undefined ? {} : { client: info, redirectUrl }),
    ...(discovery === undefined ? {} : { discovery }),
    ...(signedIn === undefined ? {} : { tokens: { ...signedIn, ...(scope === undefined ? {} : { scope }) } }),
    ...expiry(signedIn?.expires_in, Date.now()),
  };
}

function portOf(redirectUrl: string | undefined): number | undefined {
  return redirectUrl === undefined ? undefined : Number(new URL(redirectUrl).port);
}

/** What went wrong, without a text that may hold a code, a token or what a stranger wrote. */
function reasonOf(error: unknown): string {
  if (error instanceof OAuthError) return `the authorization server answered ${safeCode(error.code)}`;
  if (error instanceof RegistrationRejectedError) {
    return `the authorization server does not let programs register themselves (HTTP ${error.status}); register one there and give "oauth.clientId"`;
  }
  if (error instanceof InsecureTokenEndpointError) return 'its token endpoint is not one of https';
  if (error instanceof IssuerMismatchError)
    return 'the answer is from another authorization server than the one that was asked';
  const code = networkCode(error);
  if (code !== undefined) return `a server could not be reached (${code})`;
  return truncate(errorMessage(error), 200);
}

/** Error codes of OAuth are words; anything else is not shown. */
function safeCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'an unknown error';
}

function failed({ name }: ServerSpec, reason: string, cause?: unknown, next?: string): ToolscoutError {
  return new ToolscoutError('SIGN_IN_FAILED', `Signing in to ${JSON.stringify(name)} failed: ${reason}`, {
    next: next ?? `Try again; "toolscout logout ${name}" first forgets how it is registered there.`,
    details: { server: name, reason },
    cause,
  });
}
