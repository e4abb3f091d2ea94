import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { isObject } from '../../../shared/json.ts';
import type { SignIn, SignInOwner, SignInStore } from '../../../sources/index.ts';
import type { CacheMachine } from '../cache-folder.ts';
import { makeFile, makeFolder, moveInPlace } from '../whole-file.ts';
import { inTurn } from './file-turns.ts';
import { seal, unseal } from './sealed-text.ts';
import { damaged, refuseExposed } from './secret-errors.ts';
import { openSecretKey, type SecretKey } from './secret-key.ts';

/** The folder for secrets: `$TOOLSCOUT_SECRETS`, else where this system keeps a program's own data. */
export function secretsFolder({ platform, home, env }: CacheMachine): string {
  const asked = env.TOOLSCOUT_SECRETS;
  if (asked !== undefined && asked !== '') return asked;
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'toolscout', 'Secrets');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'toolscout', 'secrets');
  // The XDG rules: a relative path there is to be ignored.
  const xdg = env.XDG_DATA_HOME;
  return posix.join(xdg?.startsWith('/') === true ? xdg : posix.join(home, '.local', 'share'), 'toolscout', 'secrets');
}

/**
 * Keeps sign-ins in a folder: a sealed file for each user and server, named after a hash of both, so that neither the
 * names nor the content tell anything. Nothing is made before there is something to keep.
 */
export function createSignInFiles(folder: string, secret: string | undefined): SignInStore {
  let opened: SecretKey | undefined;
  const key = (): SecretKey => {
    opened ??= openSecretKey(folder, secret);
    return opened;
  };
  const labelOf = ({ user, server, url }: SignInOwner): string =>
    createHash('sha256')
      .update(JSON.stringify([user, server, url]))
      .digest('hex')
      .slice(0, 40);
  const pathOf = (owner: SignInOwner): string => `${folder}/${labelOf(owner)}.sealed`;

  const read = (owner: SignInOwner): SignIn | undefined => {
    const path = pathOf(owner);
    let sealed: string;
    try {
      sealed = readFileSync(path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw damaged(path, 'it cannot be read', error);
    }
    refuseExposed(path);
    const kept: unknown = JSON.parse(unseal(sealed, labelOf(owner), key(), path));
    if (!isObject(kept)) throw damaged(path, 'it holds no sign-in');
    return kept as SignIn;
  };

  return {
    read: async (owner) => read(owner),
    change: async (owner, change) => {
      makeFolder(folder);
      const path = pathOf(owner);
      return inTurn(`${path}.turn`, async () => {
        const before = read(owner);
        const after = await change(before);
        if (after === before) return after;
        if (after === undefined) {
          rmSync(path, { force: true });
          return undefined;
        }
        const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
        makeFile(draft, seal(JSON.stringify(after), labelOf(owner), key()), { isDurable: true });
        moveInPlace(draft, path);
        return after;
      });
    },
    mark: (owner) => {
      const found = statSync(pathOf(owner), { throwIfNoEntry: false, bigint: true });
      return found === undefined ? undefined : `${found.ino}-${found.mtimeNs}-${found.size}`;
    },
  };
}
