import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { stateStoreContract } from '../../../../test/contracts/state-store.ts';
import { createFileStateStore } from './file-state-store.ts';
import { stateFolder } from './state-folder.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const freshFolder = (): string => {
  const parent = mkdtempSync(join(tmpdir(), 'state-'));
  folders.push(parent);
  return join(parent, 'approvals');
};

stateStoreContract('a folder', () => ({ store: createFileStateStore(freshFolder()), pass: (ms) => sleep(ms) }));

describe('state in a folder', () => {
  it('is one for all stores over it, and is there after them', async () => {
    const folder = freshFolder();
    await createFileStateStore(folder).set('k', { n: 1 });
    expect(await createFileStateStore(folder).get('k')).toEqual({ n: 1 });
  });

  it('makes nothing before there is something to keep', async () => {
    const folder = freshFolder();
    const store = createFileStateStore(folder);
    expect([await store.get('k'), await store.list(''), await store.delete('k')]).toEqual([undefined, [], false]);
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'is readable by nobody else, and not used where others could write',
    async () => {
      const folder = freshFolder();
      const store = createFileStateStore(folder);
      await store.set('k', 1);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
      chmodSync(folder, 0o770);
      await expect(store.get('k')).rejects.toMatchObject({ code: 'STATE_REFUSED' });
      await expect(store.set('k', 2)).rejects.toMatchObject({ code: 'STATE_REFUSED' });
    },
  );

  it('takes a damaged file for no value, and the lock of a dead process for none', async () => {
    const folder = freshFolder();
    const store = createFileStateStore(folder);
    await store.set('k', 1);
    const [file] = readdirSync(folder);
    writeFileSync(join(folder, file!), '{"key":"k","val');
    expect(await store.get('k')).toBeUndefined();
    const { pid } = execFile(process.execPath, ['-e', '']);
    // A number that no process has any more: the lock names a process that has ended.
    while (isAlive(pid!)) await sleep(5);
    writeFileSync(join(folder, `${file}.lock`), `${pid} ${hostname()} x`);
    await store.set('k', 2);
    expect(await store.get('k')).toBe(2);
  });

  it('keeps changes of several processes apart', async () => {
    const folder = freshFolder();
    const module = new URL('./file-state-store.ts', import.meta.url).href;
    const script = `
      import { createFileStateStore } from ${JSON.stringify(module)};
      const store = createFileStateStore(process.argv[1]);
      for (let i = 0; i < 25; i++) await store.update('n', (n) => (n ?? 0) + 1);
    `;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder]);
    await Promise.all([run(), run(), run()]);
    expect(await createFileStateStore(folder).get('n')).toBe(75);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the folder for state', () => {
  it('is where each system keeps such things', () => {
    expect(stateFolder({ platform: 'linux', home: '/h', env: {} })).toBe('/h/.local/state/toolscout');
    expect(stateFolder({ platform: 'linux', home: '/h', env: { XDG_STATE_HOME: '/s' } })).toBe('/s/toolscout');
    expect(stateFolder({ platform: 'linux', home: '/h', env: { TOOLSCOUT_STATE: '/x' } })).toBe('/x');
    expect(stateFolder({ platform: 'darwin', home: '/h', env: {} })).toContain('Application Support');
    expect(stateFolder({ platform: 'win32', home: 'C:\\h', env: {} })).toBe('C:\\h\\AppData\\Local\\toolscout\\State');
  });
});
