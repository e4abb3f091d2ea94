/** A picture as providers take it: with the kind that it is, in plain base64. */
export interface Picture {
  readonly mimeType: string;
  readonly data: string;
}

/** How the bytes of a kind begin, in base64. Providers refuse a picture under another kind's name. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];

/**
 * Reads a picture of a tool's result, however its server wrote it: as a data URL, in base64 for URLs, in lines, under a
 * wrong kind. Undefined: it is no picture, and a provider would refuse the whole conversation because of it.
 */
export function readPicture(data: string, mimeType: unknown): Picture | undefined {
  const [, named, body] = /^data:([^,]*),(.*)$/s.exec(data) ?? [undefined, undefined, data];
  const base64 = body!.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (base64 === '' || base64.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(base64)) return undefined;
  const said = (typeof mimeType === 'string' && mimeType !== '' ? mimeType : named?.split(';')[0]) ?? '';
  const kind = said.toLowerCase().split(';')[0]!.trim();
  return {
    mimeType: BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1] ?? usual(kind),
    data: base64.padEnd(Math.ceil(base64.length / 4) * 4, '='),
  };
}

function usual(kind: string): string {
  if (kind === '') return 'image/png';
  return kind === 'image/jpg' || kind === 'image/pjpeg' ? 'image/jpeg' : kind;
}
