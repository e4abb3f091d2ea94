import type { NamedRules } from '../../calling/index.ts';
import type { CallerRight } from './caller.ts';

/** Who may come in over HTTP. */
export interface AuthSettings {
  /** API keys, in this file. */
  readonly keys?: { readonly file: string };
  /** Access tokens of an authorization server. */
  readonly oauth?: OAuthSettings;
}

export interface OAuthSettings {
  /** Of the authorization server, exactly as its tokens say. */
  readonly issuer: string;
  /** What tokens must be for. Default: the resource alone. */
  readonly audience: readonly string[];
  /** The URL of this gateway as clients know it: what they ask tokens for. */
  readonly resource: string;
  /** Where the keys are. Default: where the server's own metadata says. */
  readonly jwksUri?: string;
  readonly algorithms: readonly string[];
  /** Seconds that two clocks may differ. */
  readonly clockSkewSeconds: number;
  /** OAuth scope that each right needs. `use` without one comes with every token; the others only with theirs. */
  readonly scopes: Readonly<Partial<Record<CallerRight, string>>>;
  readonly claims: ClaimMapping;
  /** What the names in the claim of `claims.toolsets` stand for. */
  readonly toolsets: NamedRules;
}

/** Where a value stands in a token, and what holds where the token has none. Without `default` it is refused then. */
export interface ClaimSource {
  /** The name of a claim, or a path to it with dots. */
  readonly claim: string;
  readonly default?: string | readonly string[];
}

/** Which claims say who a caller is, and what it may see. */
export interface ClaimMapping {
  /** Who it is. Default: `sub`. */
  readonly id: string;
  readonly agent?: ClaimSource;
  readonly profile?: ClaimSource;
  readonly sandbox?: ClaimSource;
  readonly channel?: ClaimSource;
  /** Tag of tools → claim with the value, or values, that it may have. */
  readonly filter: Readonly<Record<string, ClaimSource>>;
  /** Names of `toolsets`; the caller may use what any of them allows. */
  readonly toolsets?: ClaimSource;
  /** Globs over tools, as in rules; the caller may use what any of them means. */
  readonly globs?: ClaimSource;
  /** The views it may use, the first by default. */
  readonly views?: ClaimSource;
}
