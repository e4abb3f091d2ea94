import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';

describe('readDocument', () => {
  it('accepts comments, trailing commas and a byte order mark', () => {
    expect(readDocument('\uFEFF{ // one\n "a": [1, 2,], /* two */ }', 'jsonc')).toMatchObject({
      ok: true,
      root: { a: [1, 2] },
    });
    expect(readDocument('\uFEFF# one\na = 1\n', 'toml')).toMatchObject({ ok: true, root: { a: 1 } });
  });

  it('says where a syntax error is', () => {
    expect(readDocument('{\r\n  "a": 1\r\n  "b": 2\r\n}', 'jsonc')).toEqual({
      ok: false,
      message: 'comma expected',
      line: 3,
      column: 3,
    });
    expect(readDocument('a = 1\nb = = 2\n', 'toml')).toMatchObject({ ok: false, line: 2 });
  });

  it('shows no line of a broken TOML file, since it may hold a secret', () => {
    const document = readDocument('token = "s3cr3t" oops\n', 'toml');
    expect(document.ok).toBe(false);
    expect(JSON.stringify(document)).not.toContain('s3cr3t');
  });

  it.each(['', '  \n', '[]', '"x"', '3'])('refuses %j as a whole file', (text) => {
    expect(readDocument(text, 'jsonc').ok).toBe(false);
  });

  it('tells of keys written twice', () => {
    const document = readDocument('{"a": {"x": 1,\n "x": 2}, "b": [{"x": 1}, {"x": 2}]}', 'jsonc');
    expect(document).toMatchObject({ ok: true, duplicates: [{ path: ['a', 'x'], line: 2 }] });
  });

  it.each([
    ['jsonc', `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['jsonc', '{"a": '.repeat(100_000)],
    ['toml', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ] as const)('refuses %s that is nested absurdly deep, and says where', (language, text) => {
    expect(readDocument(text, language)).toMatchObject({ ok: false, line: 1, column: expect.any(Number) });
  });

  it.each(['{}/*', '/*', '[[/*', '{"a": 1}/* never', '{"a": "', '{"a":1}/'])(
    'ends on %j, which ends too early',
    (text) => {
      expect(readDocument(text, 'jsonc')).toMatchObject({ ok: false, line: 1, column: expect.any(Number) });
    },
  );

  it('reads a nesting as deep as anybody needs', () => {
    expect(readDocument(`{"a": ${'['.repeat(100)}${']'.repeat(100)}}`, 'jsonc').ok).toBe(true);
  });

  it('keeps a key called __proto__ a key', () => {
    const document = readDocument('{"__proto__": {"polluted": true}}', 'jsonc');
    expect(document.ok && Object.keys(document.root)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
