import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** Whose sign-in, and at which server. Tokens belong to the address: an entry that points elsewhere has none. */
export interface SignInOwner {
  /** Id of the caller; {@link LOCAL_USER} where the gateway acts for itself. */
  readonly user: string;
  readonly server: string;
  readonly url: string;
}

/** Whoever runs the gateway on this machine. */
export const LOCAL_USER = 'local';

/** What is kept of one sign-in, as JSON. */
export interface SignIn {
  /** As whom we are known to the authorization server. */
  readonly client?: StoredOAuthClientInformation;
  /** The redirect address that the client was registered with. */
  readonly redirectUrl?: string;
  readonly discovery?: OAuthDiscoveryState;
  readonly tokens?: StoredOAuthTokens;
  /** When the access token ends, in milliseconds since 1970, where that is known. */
  readonly expiresAt?: number;
  /** What the server asked for beyond what the tokens have; the next sign-in asks for it. */
  readonly wanted?: SignInWish;
}

/** What a server said it needs when it refused a request. */
export interface SignInWish {
  /** Scopes with blanks between them. */
  readonly scope?: string;
  /** Where it describes itself (RFC 9728). */
  readonly resourceMetadataUrl?: string;
}

/** Where sign-ins are kept. Several processes may share one. */
export interface SignInStore {
  /** @throws ToolscoutError `SECRET_EXPOSED`, `SECRET_KEY_WRONG` or `SECRET_DAMAGED` */
  read(owner: SignInOwner): Promise<SignIn | undefined>;
  /**
   * Replaces what is kept by what `change` makes of it (undefined: nothing is kept any more). One change at a time over
   * all processes, so that a refresh token that may be used once is used once.
   */
  change(
    owner: SignInOwner,
    change: (now: SignIn | undefined) => Promise<SignIn | undefined>,
  ): Promise<SignIn | undefined>;
  /** A text that is another one after each change; undefined while nothing is kept. Costs little. */
  mark(owner: SignInOwner): string | undefined;
}
