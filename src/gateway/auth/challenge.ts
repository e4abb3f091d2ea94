/** What a `WWW-Authenticate` header says, by RFC 6750 and RFC 9728. */
export interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  readonly scope?: string;
  /** URL of the protected-resource metadata. */
  readonly resourceMetadata?: string;
}

export function bearerChallenge({ error, description, scope, resourceMetadata }: Challenge): string {
  const parts = Object.entries({
    realm: 'toolscout',
    error,
    error_description: description,
    scope,
    resource_metadata: resourceMetadata,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quotable(value)}"`]));
  return `Bearer ${parts.join(', ')}`;
}

/** What RFC 6750 allows in these values: printable ASCII without quotes and backslashes. */
function quotable(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, ' ');
}
