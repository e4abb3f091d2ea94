import type { BodyKind } from './operation.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Kinds in the order in which they are chosen: those whose fields a schema describes come first. */
const PREFERENCE: readonly BodyKind[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** Of the media types that an operation takes, the one to send; the first of the best kind. */
export function chooseMediaType(types: readonly string[]): string | undefined {
  return PREFERENCE.flatMap((kind) => types.filter((type) => kindOf(type, true) === kind))[0];
}

/** How a body of this type is written. A type that is left open is JSON where a schema says what is in it. */
export function kindOf(mediaType: string, hasSchema: boolean): BodyKind {
  const type = bareType(mediaType);
  if (isJsonType(type)) return 'json';
  if (type === FORM) return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type.startsWith('text/') || /[/+](?:xml|yaml|x-yaml|javascript|graphql|x-ndjson)$/.test(type)) return 'text';
  return type === '*/*' && hasSchema ? 'json' : 'binary';
}

/** JSON in any of its dresses, without parameters. */
export function isJsonType(type: string): boolean {
  return /^(?:application|text)\/(?:json|[\w.-]*\+json|x-json)$/.test(type) || /\+json$/.test(type);
}

/** In small letters and without parameters. */
export function bareType(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase();
}
