import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentTags, encodeHeader, type FieldOptions } from '../../src/engine/index.ts';
import type { SyntheticTool } from './catalog.ts';

/** What the engine indexes of a synthetic tool. */
export const FIELDS: readonly FieldOptions[] = [
  { name: 'name', weight: 3, lengthNormalisation: 0.75 },
  { name: 'description', weight: 1, lengthNormalisation: 0.75 },
  { name: 'params', weight: 1, lengthNormalisation: 0.75 },
];

/** Of the synthetic catalog, without stop words. */
export const AVERAGE_LENGTHS: readonly number[] = [4, 21, 8];

const MOST_AT_ONCE = 2 ** 28;

export function tagsOf({ tenant, role, region }: SyntheticTool): DocumentTags {
  return { tenant: [String(tenant)], role: [String(role)], region: [String(region)] };
}

/** The file of an image in a folder. */
export function imageFile(dir: string): string {
  return join(dir, 'image');
}

/** Writes the sections of a segment as an image. */
export function writeImage(dir: string, sections: Parameters<typeof encodeHeader>[0], documents: number): void {
  mkdirSync(dir, { recursive: true });
  const fd = openSync(imageFile(dir), 'w');
  const { header, places, length } = encodeHeader(sections, documents);
  writeSync(fd, header);
  for (const [i, { bytes }] of sections.entries()) {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, Math.min(bytes.length - at, MOST_AT_ONCE));
    writeSync(fd, new Uint8Array((places[i + 1]?.start ?? length) - places[i]!.start - bytes.length));
  }
  closeSync(fd);
}
