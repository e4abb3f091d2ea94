import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignIn, SignInOwner } from '../../../sources/index.ts';
import { createSignInFiles, secretsFolder } from './sign-in-files.ts';

const ALICE: SignInOwner = { user: 'alice', server: 'wiki', url: 'https://wiki.example/mcp' };
const BOB: SignInOwner = { ...ALICE, user: 'bob' };
const signIn = (token: string): SignIn => ({ tokens: { access_token: token, token_type: 'Bearer' } });

describe('the files of sign-ins', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscout-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const sealed = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.sealed'));
  const keep = (owner: SignInOwner, token: string, secret?: string) =>
    createSignInFiles(folder, secret).change(owner, async () => signIn(token));

  it('hold one sign-in for each user and server, which a change replaces or removes', async () => {
    const store = createSignInFiles(folder, undefined);
    expect(store.mark(ALICE)).toBeUndefined();
    expect(await store.read(ALICE)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    await keep(ALICE, 'one');
    await keep(BOB, 'two');
    const mark = store.mark(ALICE);
    expect(await store.read(ALICE)).toEqual(signIn('one'));
    expect(await store.read({ ...ALICE, url: 'https://other.example/mcp' })).toBeUndefined();
    await keep(ALICE, 'three');
    expect(store.mark(ALICE)).not.toBe(mark);
    expect(await store.change(ALICE, async (now) => now)).toEqual(signIn('three'));
    await store.change(ALICE, async () => undefined);
    expect(await store.read(ALICE)).toBeUndefined();
    expect(await store.read(BOB)).toEqual(signIn('two'));
    expect(readdirSync(folder).filter((name) => !/\.sealed$|^key$/.test(name))).toEqual([]);
  });

  it('take one change at a time, each on what the one before has left', async () => {
    const stores = [createSignInFiles(folder, undefined), createSignInFiles(folder, undefined)];
    const add = (text: string) => async (now: SignIn | undefined) =>
      signIn(`${now?.tokens?.access_token ?? ''}${text}`);
    await Promise.all(['a', 'b', 'c', 'd'].map((text, index) => stores[index % 2]!.change(ALICE, add(text))));
    expect([...((await stores[0]!.read(ALICE))?.tokens?.access_token ?? '')].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('let the next one go on after a change that failed', async () => {
    const store = createSignInFiles(folder, undefined);
    await expect(store.change(ALICE, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await keep(ALICE, 'one');
    expect(await store.read(ALICE)).toEqual(signIn('one'));
  });

  it.skipIf(process.platform === 'win32')('are not read where others can read them, nor with such a key', async () => {
    await keep(ALICE, 'one');
    const file = join(folder, sealed()[0]!);
    expect([file, join(folder, 'key')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    const exposed = { code: 'SECRET_EXPOSED', next: expect.stringContaining('chmod 600') };
    chmodSync(file, 0o640);
    await expect(createSignInFiles(folder, undefined).read(ALICE)).rejects.toMatchObject(exposed);
    chmodSync(file, 0o600);
    chmodSync(join(folder, 'key'), 0o604);
    await expect(createSignInFiles(folder, undefined).read(ALICE)).rejects.toMatchObject(exposed);
  });

  it('tell another key from damage, and damage from a file put in the place of another', async () => {
    await keep(ALICE, 'one');
    const file = join(folder, sealed()[0]!);
    await keep(BOB, 'two');
    const other = join(folder, sealed().find((name) => !file.endsWith(name))!);
    const text = readFileSync(file, 'utf8');
    const damaged = { code: 'SECRET_DAMAGED', details: { file } };
    const read = () => createSignInFiles(folder, undefined).read(ALICE);

    const envelope = JSON.parse(text) as Record<string, unknown>;
    const bytes = Buffer.from(String(envelope.data), 'base64');
    bytes[3]! ^= 1;
    for (const wrong of [
      text.slice(0, 40),
      '{}',
      JSON.stringify({ ...envelope, version: 2 }),
      JSON.stringify({ ...envelope, nonce: 'AAAA' }),
      JSON.stringify({ ...envelope, data: bytes.toString('base64') }),
    ]) {
      writeFileSync(file, wrong);
      await expect(read()).rejects.toMatchObject(damaged);
    }
    renameSync(other, file);
    await expect(read()).rejects.toMatchObject(damaged);
    writeFileSync(file, text);
    expect(await read()).toEqual(signIn('one'));
    writeFileSync(join(folder, 'key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    await expect(read()).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' });
    writeFileSync(join(folder, 'key'), 'no key\n');
    await expect(read()).rejects.toMatchObject({ code: 'SECRET_DAMAGED' });
  });

  it('are sealed with a text of the environment where there is one, and no key file is made then', async () => {
    const secret = 'a long text that nobody guesses';
    await keep(ALICE, 'one', secret);
    expect(readdirSync(folder)).toEqual(sealed());
    expect(await createSignInFiles(folder, secret).read(ALICE)).toEqual(signIn('one'));
    for (const wrong of [`${secret}!`, undefined]) {
      await expect(createSignInFiles(folder, wrong).read(ALICE)).rejects.toMatchObject({
        code: 'SECRET_KEY_WRONG',
        message: expect.stringContaining('TOOLSCOUT_SECRET'),
      });
    }
    await expect(createSignInFiles(folder, 'short').read(ALICE)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('the folder for secrets', () => {
  it.each([
    ['linux', {}, '/home/u/.local/share/toolscout/secrets'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/toolscout/secrets'],
    ['darwin', {}, '/home/u/Library/Application Support/toolscout/secrets'],
    ['win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\L\\toolscout\\Secrets'],
    ['linux', { TOOLSCOUT_SECRETS: '/elsewhere' }, '/elsewhere'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(secretsFolder({ platform, home: '/home/u', env })).toBe(folder);
  });
});
