import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKey } from './api-keys.ts';
import { KeyBook } from './key-book.ts';
import { KeyFile } from './key-file.ts';

const DAY_MS = 86_400_000;

function bookAt(): {
  book: KeyBook;
  path: string;
  good: (key: string) => string | undefined;
  pass: (ms: number) => void;
} {
  const path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'toolscout.keys.json');
  let now = Date.parse('2030-01-01T00:00:00Z');
  const file = new KeyFile(path);
  return {
    book: new KeyBook(path, () => new Date(now)),
    path,
    good: (key) => findKey(file.records(), key, new Date(now))?.name,
    pass: (ms) => {
      now += ms;
    },
  };
}
const grant = { may: ['use'] as const };

describe('API keys', () => {
  it('are good until they expire, and known by nothing that is kept', () => {
    const { book, path, good, pass } = bookAt();
    const { key, prefix } = book.create({ name: 'ci', grant, expiresAt: new Date('2030-01-02T00:00:00Z') });
    expect(good(key)).toBe('ci');
    expect(key.startsWith(prefix.slice(0, -1))).toBe(true);
    const secret = key.slice(prefix.length - 1);
    expect(secret).toHaveLength(43);
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    expect(JSON.stringify(book.list())).not.toContain(secret);
    pass(DAY_MS);
    expect(good(key)).toBeUndefined();
    expect(book.list()[0]?.state).toBe('expired');
  });

  it('are good as a whole only, and not for another id', () => {
    const { book, good } = bookAt();
    const one = book.create({ name: 'one', grant }).key;
    const two = book.create({ name: 'two', grant }).key;
    const last = one.at(-1) === 'A' ? 'B' : 'A';
    expect([good(`${one.slice(0, -1)}${last}`), good(one.slice(0, -1)), good(`${one}A`), good('')]).toEqual(
      Array(4).fill(undefined),
    );
    expect(good(two.slice(0, 17) + one.slice(17))).toBeUndefined();
    expect([good(one), good(two)]).toEqual(['one', 'two']);
  });

  it('are rotated with an overlap, for the same caller', () => {
    const { book, good, pass } = bookAt();
    const { key: old, id } = book.create({ name: 'ci', grant });
    const { key: next, id: same } = book.rotate('ci', { overlapMs: DAY_MS });
    expect(same).toBe(id);
    expect([good(old), good(next)]).toEqual(['ci', 'ci']);
    pass(DAY_MS);
    expect([good(old), good(next)]).toEqual([undefined, 'ci']);
    const { key: third } = book.rotate(id, { overlapMs: 0 });
    expect([good(next), good(third)]).toEqual([undefined, 'ci']);
  });

  it('are worthless from the moment they are revoked, and stay in the list', () => {
    const { book, good } = bookAt();
    const { key } = book.create({ name: 'ci', grant });
    book.revoke('ci');
    expect(good(key)).toBeUndefined();
    expect(book.list()).toMatchObject([{ name: 'ci', state: 'revoked' }]);
    expect(() => book.rotate('ci', { overlapMs: 0 })).toThrowError(expect.objectContaining({ code: 'KEY_REVOKED' }));
    // The name is free again, and means the new one from then on.
    const second = book.create({ name: 'ci', grant });
    expect(book.rotate('ci', { overlapMs: 0 }).id).toBe(second.id);
  });

  it('take no name that is in use and no grant that cannot be followed', () => {
    const { book } = bookAt();
    book.create({ name: 'ci', grant });
    expect(() => book.create({ name: 'ci', grant })).toThrow('already');
    expect(() => book.create({ name: 'a', grant: { may: ['use'], filter: 'tenant=' } })).toThrowError(
      expect.objectContaining({ code: 'FILTER_INVALID' }),
    );
    expect(() => book.create({ name: 'b', grant: { may: ['use'], rules: { allow: [''] } } })).toThrow('empty');
  });
});

describe.skipIf(process.getuid === undefined)('the file of keys', () => {
  it('is for its owner alone, and refused where it is not', () => {
    const { book, path, good } = bookAt();
    const { key } = book.create({ name: 'ci', grant });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const mode of [0o640, 0o604, 0o660, 0o610]) {
      chmodSync(path, mode);
      expect(() => good(key)).toThrowError(expect.objectContaining({ code: 'SECRET_EXPOSED' }));
    }
    chmodSync(path, 0o600);
    expect(good(key)).toBe('ci');
  });

  it('makes no key good while it cannot be read as a whole', () => {
    const { book, path, good } = bookAt();
    const { key } = book.create({ name: 'ci', grant });
    const text = readFileSync(path, 'utf8');
    const broken = [text.slice(0, -20), '[]', text.replace('"may"', '"mya"'), text.replace('"use"', '"root"')];
    for (const one of broken) {
      writeFileSync(path, one);
      expect(() => good(key)).toThrowError(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    }
    writeFileSync(path, text);
    expect(good(key)).toBe('ci');
  });

  it('is changed by one command at a time, and leaves nothing behind', () => {
    const { book, path } = bookAt();
    book.create({ name: 'ci', grant });
    writeFileSync(`${path}.lock`, '');
    expect(() => book.revoke('ci')).toThrowError(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
    expect(existsSync(`${path}.lock`)).toBe(true);
    expect(book.list()[0]?.state).toBe('active');
  });
});
