import type { OAuthSettings } from './settings.ts';

/** Where RFC 9728 has the metadata of a protected resource. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Tells clients which authorization server to ask, and for what. It is the same for everybody. */
export function resourceMetadata({ resource, issuer, scopes }: OAuthSettings): Readonly<Record<string, unknown>> {
  const supported = [...new Set(Object.values(scopes))];
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(supported.length === 0 ? {} : { scopes_supported: supported }),
    resource_name: 'Toolscout',
  };
}

/** The metadata of `https://host/mcp` is at `https://host/.well-known/oauth-protected-resource/mcp`. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${METADATA_PATH}${pathname === '/' ? '' : pathname}`;
}
