import { randomBytes } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from '../../server-spec.ts';
import type { SignIn } from './sign-in-store.ts';

/**
 * What the SDK's sign-in asks for and brings, for one sign-in. Everything stays in memory until it is through, so that
 * one that is broken off leaves the tokens of before.
 */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly loginState: string = randomBytes(32).toString('base64url');
  /** Where the person must go, once that is known. */
  authorizationUrl: URL | undefined;
  client: StoredOAuthClientInformation | undefined;
  discovery: OAuthDiscoveryState | undefined;
  signedIn: StoredOAuthTokens | undefined;
  /** Only where the configuration names no client, so that none is ever registered in the place of one that is named. */
  readonly saveClientInformation?: (client: StoredOAuthClientInformation) => void;
  /** Only where the configuration names a resource: then it is that one, whatever the server says. */
  readonly validateResourceURL?: (server: string | URL, resource?: string) => Promise<URL | undefined>;
  readonly #settings: OAuthSettings;
  readonly #clientName: string;
  readonly #boundTo: string | undefined;
  #verifier = '';

  /** @param kept what an earlier sign-in has left */
  constructor(settings: OAuthSettings, redirectUrl: string, clientName: string, kept: SignIn | undefined) {
    this.#settings = settings;
    this.redirectUrl = redirectUrl;
    this.#clientName = clientName;
    const { resource, clientId, clientMetadataUrl } = settings;
    if (clientId === undefined) {
      // A client is registered with its redirect address: with another port it is another client.
      if (kept?.redirectUrl === redirectUrl) this.client = kept.client;
      this.saveClientInformation = (client) => {
        this.client = client;
      };
    }
    this.#boundTo = kept?.client?.client_id === clientId ? kept?.client?.issuer : undefined;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    if (resource !== undefined) this.validateResourceURL = async () => new URL(resource);
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes, clientSecret } = this.#settings;
    return {
      client_name: this.#clientName,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
    };
  }

  state(): string {
    return this.loginState;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#settings;
    if (clientId === undefined) return this.client;
    // It belongs to the authorization server that it was first used at: its secret is for no other.
    const issuer = this.#boundTo ?? context?.issuer;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.signedIn;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.signedIn = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.signedIn = undefined;
  }
}
