// An authorization server as strict as OAuth 2.1 asks for, in memory: registration, PKCE, the resource indicator, refresh
// tokens that are good once, revocation. Whoever visits is signed in at once.
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, json, type Listening, listen } from './http.ts';

interface Client {
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUris: readonly string[];
}

interface Grant {
  readonly client: string;
  readonly scope: string;
  readonly resource: string;
  /** Everything that was made of one sign-in, which is revoked as a whole when a refresh token comes twice. */
  readonly family: string;
}

interface Code extends Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

export class AuthorizationServer {
  /** Seconds that an access token is good for. */
  lifetime = 3600;
  /** The token endpoint answers 500. */
  isDown = false;
  /** Visitors are turned away. */
  refuses = false;
  /** Answers to refreshes are held back until this resolves. */
  gate: Promise<void> = Promise.resolve();
  readonly refreshes: string[] = [];
  readonly issued: string[] = [];
  readonly authorizations: URLSearchParams[] = [];
  readonly registered: Record<string, unknown>[] = [];
  /** Headers of every request that this server got. */
  readonly headers: IncomingMessage['headers'][] = [];
  readonly #clients = new Map<string, Client>();
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Grant & { readonly expiresAt: number }>();
  readonly #refresh = new Map<string, Grant>();
  readonly #used = new Map<string, string>();
  #listening: Listening | undefined;

  static async start(): Promise<AuthorizationServer> {
    const server = new AuthorizationServer();
    server.#listening = await listen((request, response, url) => server.#handle(request, response, url));
    return server;
  }

  get origin(): string {
    return this.#listening!.origin;
  }

  close(): Promise<void> {
    return this.#listening!.close();
  }

  addClient(id: string, secret: string | undefined, redirectUris: readonly string[]): void {
    this.#clients.set(id, { id, secret, redirectUris });
  }

  /** The scopes of a token, if it is good for this resource now. */
  check(token: string | undefined, resource: string): readonly string[] | undefined {
    const grant = token === undefined ? undefined : this.#access.get(token);
    if (grant === undefined || grant.resource !== resource || grant.expiresAt <= Date.now()) return undefined;
    return grant.scope.split(' ');
  }

  /** Access tokens are good no more; refresh tokens are. */
  expireAll(): void {
    this.#access.clear();
  }

  /** Nothing that was ever issued is good any more. */
  revokeAll(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  async #handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    this.headers.push(request.headers);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return json(response, 200, {
          issuer: this.origin,
          authorization_endpoint: `${this.origin}/authorize`,
          token_endpoint: `${this.origin}/token`,
          registration_endpoint: `${this.origin}/register`,
          revocation_endpoint: `${this.origin}/revoke`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
        });
      case 'POST /register':
        return this.#register(response, JSON.parse(await bodyOf(request)) as Record<string, unknown>);
      case 'GET /authorize':
        return this.#authorize(response, url.searchParams);
      case 'POST /token':
        return this.#token(request, response, new URLSearchParams(await bodyOf(request)));
      case 'POST /revoke':
        this.#revoke(new URLSearchParams(await bodyOf(request)).get('token') ?? '');
        return json(response, 200, {});
      default:
        return json(response, 404, {});
    }
  }

  #register(response: ServerResponse, metadata: Record<string, unknown>): void {
    this.registered.push(metadata);
    const id = `client-${this.registered.length}`;
    this.addClient(id, undefined, metadata.redirect_uris as string[]);
    json(response, 201, { ...metadata, client_id: id });
  }

  #authorize(response: ServerResponse, params: URLSearchParams): void {
    this.authorizations.push(params);
    const redirectUri = params.get('redirect_uri') ?? '';
    const client = this.#clients.get(params.get('client_id') ?? '');
    const isWhole =
      params.get('response_type') === 'code' &&
      params.get('code_challenge_method') === 'S256' &&
      params.has('code_challenge') &&
      params.has('resource');
    if (client === undefined || !client.redirectUris.includes(redirectUri) || !isWhole) {
      json(response, 400, { error: 'invalid_request' });
      return;
    }
    const back = new URL(redirectUri);
    back.searchParams.set('state', params.get('state') ?? '');
    if (this.refuses) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      this.#codes.set(code, {
        client: client.id,
        scope: params.get('scope') ?? '',
        resource: params.get('resource')!,
        family: code,
        challenge: params.get('code_challenge')!,
        redirectUri,
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async #token(request: IncomingMessage, response: ServerResponse, params: URLSearchParams): Promise<void> {
    const isRefresh = params.get('grant_type') === 'refresh_token';
    if (isRefresh) {
      this.refreshes.push(params.get('refresh_token')!);
      await this.gate;
    }
    if (this.isDown) return json(response, 500, { error: 'server_error' });
    const client = this.#authenticate(request, params);
    if (client === undefined) return json(response, 401, { error: 'invalid_client' });
    const grant = isRefresh ? this.#takeRefresh(params) : this.#takeCode(params);
    if (grant === undefined || grant.client !== client.id || params.get('resource') !== grant.resource) {
      return json(response, 400, { error: 'invalid_grant' });
    }
    const access = `access-${randomBytes(16).toString('hex')}`;
    const refresh = `refresh-${randomBytes(16).toString('hex')}`;
    this.issued.push(access, refresh);
    this.#access.set(access, { ...grant, expiresAt: Date.now() + this.lifetime * 1000 });
    this.#refresh.set(refresh, grant);
    json(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: this.lifetime,
      refresh_token: refresh,
      ...(grant.scope === '' ? {} : { scope: grant.scope }),
    });
  }

  #authenticate(request: IncomingMessage, params: URLSearchParams): Client | undefined {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [id, secret] =
      basic === undefined
        ? [params.get('client_id'), params.get('client_secret')]
        : Buffer.from(basic, 'base64').toString().split(':');
    const client = this.#clients.get(id ?? '');
    return client?.secret === undefined || client.secret === secret ? client : undefined;
  }

  #takeCode(params: URLSearchParams): Grant | undefined {
    const code = this.#codes.get(params.get('code') ?? '');
    this.#codes.delete(params.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    const isSound = code?.challenge === challenge && code.redirectUri === params.get('redirect_uri');
    return isSound ? code : undefined;
  }

  #takeRefresh(params: URLSearchParams): Grant | undefined {
    const token = params.get('refresh_token') ?? '';
    const grant = this.#refresh.get(token);
    const family = this.#used.get(token);
    // Used twice: somebody has stolen it, and all that came of it goes.
    if (grant === undefined && family !== undefined) this.#revokeFamily(family);
    if (grant === undefined) return undefined;
    this.#refresh.delete(token);
    this.#used.set(token, grant.family);
    return grant;
  }

  #revoke(token: string): void {
    const family = (this.#refresh.get(token) ?? this.#access.get(token))?.family;
    if (family !== undefined) this.#revokeFamily(family);
  }

  #revokeFamily(family: string): void {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [token, grant] of tokens) if (grant.family === family) tokens.delete(token);
    }
  }
}
