import { findPackageFolder } from '../backends/index.ts';

/** Version of this package, from its own manifest; `0.0.0` where the code was bundled away from it. */
export const PACKAGE_VERSION: string = readVersion();

function readVersion(): string {
  try {
    return String(findPackageFolder().manifest.version);
  } catch {
    return '0.0.0';
  }
}
