import { type PolicyRule, readPolicyRules } from '../../calling/index.ts';
import { isObject, own } from '../../shared/json.ts';
import { AuthError, type Caller, type CallerRight } from './caller.ts';
import { CALLER_RIGHTS, callerOf, type Grant } from './grant.ts';
import type { ClaimSource, OAuthSettings } from './settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Longer ones are no names that anybody gave. */
const MAX_VALUE = 512;
const MAX_VALUES = 200;
const SAFE_ID = /^[\w.@:|-]{1,128}$/;
const NAMES = ['agent', 'profile', 'sandbox', 'channel'] as const;

/**
 * The caller that a verified token speaks for. Every claim that the mapping names is needed: whoever left one out of a
 * token gave less, and may not see more for it.
 * @throws AuthError `AUTH_FORBIDDEN`
 */
export function callerOfClaims(claims: Claims, settings: OAuthSettings, digest: (text: string) => string): Caller {
  const { claims: mapping, toolsets } = settings;
  const subject = one(textsOf(claims, { claim: mapping.id }), mapping.id);
  const names = NAMES.flatMap((name): [string, string][] => {
    const source = mapping[name];
    return source === undefined ? [] : [[name, one(textsOf(claims, source), source.claim)]];
  });
  const tags = Object.entries(mapping.filter).map(([tag, source]) => [tag, textsOf(claims, source)] as const);
  const allowed = [
    ...(mapping.toolsets === undefined ? [] : [rulesOfToolsets(claims, mapping.toolsets, toolsets)]),
    ...(mapping.globs === undefined ? [] : [rulesOfGlobs(claims, mapping.globs)]),
  ];
  const grant: Grant = {
    ...Object.fromEntries(names),
    ...(tags.length === 0 ? {} : { filter: Object.fromEntries(tags) }),
    ...(allowed.length === 0
      ? {}
      : { rules: { allow: allowed.flatMap(({ allow }) => allow), deny: allowed.flatMap(({ deny = [] }) => deny) } }),
    ...(mapping.views === undefined ? {} : { views: textsOf(claims, mapping.views) }),
    may: rightsOf(claims, settings),
  };
  return callerOf(`oauth:${SAFE_ID.test(subject) ? subject : digest(subject)}`, grant);
}

function rightsOf(claims: Claims, { scopes }: OAuthSettings): readonly CallerRight[] {
  const granted = scopesOf(claims);
  return CALLER_RIGHTS.filter((right) => {
    const scope = scopes[right];
    return scope === undefined ? right === 'use' : granted.has(scope);
  });
}

/** As RFC 9068 has them, a text in `scope`; some servers write a list, or `scp`. */
function scopesOf(claims: Claims): ReadonlySet<string> {
  const value = own(claims, 'scope') ?? own(claims, 'scp') ?? '';
  if (typeof value === 'string') return new Set(value.split(' ').filter((scope) => scope !== ''));
  return new Set(Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []);
}

type Allowed = { readonly allow: readonly PolicyRule[]; readonly deny?: readonly PolicyRule[] };

/** What none of the sets denies and one of them allows. A name that is not configured stands for nothing. */
function rulesOfToolsets(claims: Claims, source: ClaimSource, toolsets: OAuthSettings['toolsets']): Allowed {
  const sets = textsOf(claims, source).flatMap((name) => {
    const rules = own(toolsets, name) as OAuthSettings['toolsets'][string] | undefined;
    return rules === undefined ? [] : [rules];
  });
  return {
    // A set without `allow` is everything that it does not deny.
    allow: sets.flatMap(({ allow }) => allow ?? ['*']),
    deny: sets.flatMap(({ deny = [] }) => deny),
  };
}

function rulesOfGlobs(claims: Claims, source: ClaimSource): Allowed {
  const allow = textsOf(claims, source);
  try {
    readPolicyRules({ allow }, source.claim);
  } catch (cause) {
    throw forbidden(`The claim "${source.claim}" of the token holds no globs that can be used.`, cause);
  }
  return { allow };
}

/** One value or several, as texts; never none. */
function textsOf(claims: Claims, source: ClaimSource): readonly string[] {
  const value = lookUp(claims, source.claim) ?? source.default;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.map((item) => (typeof item === 'number' || typeof item === 'boolean' ? String(item) : item));
  const usable = texts.every((text) => typeof text === 'string' && text.trim() !== '' && text.length <= MAX_VALUE);
  if (!usable || texts.length === 0 || texts.length > MAX_VALUES) {
    throw forbidden(
      value === undefined || value === null
        ? `The token lacks the claim "${source.claim}".`
        : `The claim "${source.claim}" of the token cannot be used.`,
    );
  }
  return texts as readonly string[];
}

function one(texts: readonly string[], claim: string): string {
  if (texts.length === 1) return texts[0]!;
  throw forbidden(`The claim "${claim}" of the token holds several values, and one is needed.`);
}

/** A name as a whole first: names that are URLs have dots of their own. */
function lookUp(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? own(value, key) : undefined), claims as unknown);
}

function forbidden(message: string, cause?: unknown): AuthError {
  return new AuthError('AUTH_FORBIDDEN', message, {
    next: 'Ask the operator: what tokens must hold is in the section "auth" of the configuration.',
    cause,
  });
}
