import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { errorMessage } from '../../../src/errors.ts';
import type { Peer } from './peer.ts';

/** Outside the repository, so that no peer becomes a dependency; kept between runs. */
export const PEERS_DIR: string = join(tmpdir(), 'toolscout-benchmark-peers');
const INSTALL_TIMEOUT_MS = 300_000;

/** Where a peer was installed, or why it could not be. */
export type Installation =
  | { readonly ok: true; readonly directory: string }
  | { readonly ok: false; readonly why: string };

/** Installs a peer's packages at their exact versions, without running install scripts, unless that was done before. */
export async function installPeer(peer: Peer): Promise<Installation> {
  return await installPackages(peer.packages);
}

/** See {@link installPeer}. */
export async function installPackages(
  packages: readonly string[],
  { withScripts = false }: { readonly withScripts?: boolean } = {},
): Promise<Installation> {
  const directory = join(PEERS_DIR, packages.join('+').replace(/[^a-zA-Z0-9.+@-]/g, '_'));
  const marker = join(directory, 'installed');
  if (existsSync(marker)) return { ok: true, directory };
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"private":true}\n');
    const scripts = withScripts ? [] : ['--ignore-scripts'];
    const args = ['install', ...scripts, '--no-audit', '--no-fund', '--loglevel=error', ...packages];
    await promisify(execFile)('npm', args, { cwd: directory, timeout: INSTALL_TIMEOUT_MS });
    await writeFile(marker, '');
    return { ok: true, directory };
  } catch (error) {
    return { ok: false, why: `npm install ${packages.join(' ')} failed: ${errorMessage(error).split('\n')[0]}` };
  }
}

/** Imports from a peer's folder instead of from here. */
export function importFrom(directory: string): (specifier: string) => Promise<unknown> {
  const require = createRequire(join(directory, 'package.json'));
  return async (specifier) => await import(pathToFileURL(require.resolve(specifier)).href);
}
