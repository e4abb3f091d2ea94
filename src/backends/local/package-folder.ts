import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';

const PACKAGE_NAME = 'toolscout';

/** Where this package lies, and its manifest. */
export interface PackageFolder {
  readonly path: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * The nearest folder upwards whose manifest names this package: a few up from a source file, one up from a bundle.
 * @param from a folder inside the package; this file's own unless a test says otherwise.
 * @throws ToolscoutError `FILE_UNREADABLE` where the code was bundled away from its package.
 */
export function findPackageFolder(from: string = import.meta.dirname): PackageFolder {
  for (let path = from; ; path = dirname(path)) {
    const manifest = ownManifest(join(path, 'package.json'));
    if (manifest !== undefined) return { path, manifest };
    if (path === dirname(path)) break;
  }
  throw new ToolscoutError('FILE_UNREADABLE', `${from} is not inside the package ${PACKAGE_NAME}.`, {
    next: `Keep ${PACKAGE_NAME} out of your bundle (mark it as external), so that its models lie beside its code.`,
    details: { path: from },
  });
}

function ownManifest(manifestPath: string): Record<string, unknown> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));
    return isObject(manifest) && manifest.name === PACKAGE_NAME ? manifest : undefined;
  } catch {
    return undefined; // no manifest here, or somebody's broken one: go on upwards
  }
}
