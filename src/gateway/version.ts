import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Version of this package, read from its own manifest. The manifest is two folders up from a source file and one up
 * from a bundle, so the nearest one that names this package is taken.
 */
export const PACKAGE_VERSION: string = readVersion();

function readVersion(): string {
  for (const up of ['..', '../..', '../../..']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, up, 'package.json'), 'utf8'));
      if (typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === 'toolscout') {
        return String((manifest as { version?: unknown }).version);
      }
    } catch {
      // Not this folder.
    }
  }
  return '0.0.0';
}
