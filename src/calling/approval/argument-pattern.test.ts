import { describe, expect, it } from 'vitest';
import { compileArgumentPattern } from './argument-pattern.ts';

const holds = async (path: string, glob: string, args: Record<string, unknown>): Promise<readonly boolean[]> => {
  const pattern = await compileArgumentPattern({ path, glob });
  return [pattern.holdsForSome(args), pattern.holdsForAll(args)];
};

describe('a pattern for arguments', () => {
  it.each<[string, string, Record<string, unknown>, boolean, boolean]>([
    // No path means the arguments as a whole, as JSON.
    ['', '{"a":1}', { a: 1 }, true, true],
    ['', '{}', {}, true, true],
    ['/a', 'x', { a: 'x' }, true, true],
    ['/a', 'x', { b: 'x' }, false, false],
    ['/a', '*', {}, false, false],
    // What is no text is compared as JSON.
    ['/a', '7', { a: 7 }, true, true],
    ['/a', 'null', { a: null }, true, true],
    ['/a', '[1,2]', { a: [1, 2] }, true, true],
    ['/a/b', 'x', { a: { b: 'x' } }, true, true],
    ['/a/b', '*', { a: 'b' }, false, false],
    ['/a/b', '*', { a: null }, false, false],
    ['/a/1', 'y', { a: ['x', 'y'] }, true, true],
    ['/a/2', '*', { a: ['x', 'y'] }, false, false],
    ['/a/length', '*', { a: ['x'] }, false, false],
    ['/constructor', '*', {}, false, false],
    ['/a~0b~1c', 'x', { 'a~b/c': 'x' }, true, true],
    ['/a~01', 'x', { 'a~1': 'x' }, true, true],
    ['/*', 'x', { a: 'x', b: 'y' }, true, false],
    ['/*', 'x', { a: 'x', b: 'x' }, true, true],
    ['/*/k', 'x', { a: { k: 'x' }, b: 7, c: {} }, true, true],
    ['/*/*', 'x', { a: ['x', 'y'], b: { c: 'x' } }, true, false],
  ])('at %j like %j: of %j some %s, all %s', async (path, glob, args, some, all) => {
    expect(await holds(path, glob, args)).toEqual([some, all]);
  });

  it('holds up the same letters however their accents are written, and lets none other run', async () => {
    const [composed, split] = ['größe', 'größe'.normalize('NFD')];
    expect(await holds('/a', `*${composed}*`, { a: `die ${split}` })).toEqual([true, false]);
    expect(await holds('/a', `*${split}*`, { a: `die ${composed}` })).toEqual([true, false]);
  });

  it.each([
    '/srv/public/../../etc/passwd',
    '/srv/public/..',
    '/srv/public/%2e%2E/../etc/passwd',
    'C:/srv/public/..\\..\\etc',
  ])('lets no call run for %j, which only begins like a public file', async (path) => {
    expect((await holds('/path', '*/srv/public/*', { path }))[1]).toBe(false);
    const pattern = await compileArgumentPattern({ path: '/path', matches: '/srv/public/' });
    expect(pattern.holdsForAll({ path })).toBe(false);
  });

  it.each([
    ['/srv/public/..data/a..b', '/srv/public/*'],
    ['/srv/../etc', '*'],
    ['../shared/notes', '../shared/*'],
  ])('lets a call run for %j by %j', async (path, glob) => {
    expect(await holds('/path', glob, { path })).toEqual([true, true]);
  });

  it('lets a pattern that writes of steps up run what it says', async () => {
    const pattern = await compileArgumentPattern({ path: '/path', matches: String.raw`^\.\./shared/` });
    expect(pattern.holdsForAll({ path: '../shared/notes' })).toBe(true);
  });

  it.each(['/srv/../etc/passwd', '/./etc//passwd', '/srv/%2E%2e/etc/passwd', '/../etc/passwd', '\\srv\\..\\etc\\x'])(
    'holds up a call for %j, whatever way it takes',
    async (path) => {
      const glob = path.startsWith('/') ? '/etc/*' : String.raw`\etc\*`;
      expect((await holds('/path', glob, { path }))[0]).toBe(true);
    },
  );

  it('looks into JSON text to hold a call up, never to let one run', async () => {
    expect(await holds('/a/x', '/etc*', { a: '{"x":"/etc/passwd"}' })).toEqual([true, false]);
    expect(await holds('/a/*/x', '/etc*', { a: '["[]",{"x":"/tmp"},{"x":"/etc"}]' })).toEqual([true, false]);
    expect(await holds('/a/x', '/etc*', { a: '{"x":"/tmp"}', b: '{' })).toEqual([false, false]);
    expect(await holds('/a/x', '*', { a: '{"x":' })).toEqual([false, false]);
  });

  it('sees every digit of a large number', async () => {
    expect(await holds('/a', '12345678901234567890', { a: 12345678901234567890n })).toEqual([true, true]);
  });

  it('without a glob asks only whether there is a value', async () => {
    const pattern = await compileArgumentPattern({ path: '/a' });
    expect([{ a: 'x' }, { a: null }, {}].map((args) => pattern.holdsForAll(args))).toEqual([true, true, false]);
  });
});
