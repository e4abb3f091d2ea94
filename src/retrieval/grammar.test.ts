import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsOperator, MAX_SELECTED, parseQuery } from './grammar.ts';

describe('parseQuery', () => {
  it.each([
    ['select:create_issue', { select: ['create_issue'] }],
    ['select:Read, Edit,Grep', { select: ['Read', 'Edit', 'Grep'] }],
    ['select: a, `b`', { select: ['a', 'b'] }],
    ['select:Get Weather,"Set Weather"', { select: ['Get Weather', 'Set Weather'] }],
    ['select:mcp:github:create_issue', { select: ['mcp:github:create_issue'] }],
    ['select:create_issue,create_issue', { select: ['create_issue'] }],
    ['select:获取天气，поиск_заказов', { select: ['获取天气', 'поиск_заказов'] }],
    ['select:create_issue server:github', { select: ['create_issue'], server: 'github' }],
    ['+slack send a message', { text: 'slack send a message', must: ['slack'] }],
    ['send +почту, +now', { text: 'send почту, now', must: ['почту', 'now'] }],
    ['+create_issue', { text: 'create_issue', must: ['create_issue'] }],
    ['server:github create an issue', { text: 'create an issue', server: 'github' }],
    ['create server:"my server" issue', { text: 'create issue', server: 'my server' }],
    ['создать задачу server:гитхаб', { text: 'создать задачу', server: 'гитхаб' }],
    ['kind:skill review', { text: 'review', kind: 'skill' }],
    ['server:github', { text: '', server: 'github' }],
    ['/^create_(issue|label)$/', { pattern: '^create_(issue|label)$' }],
    ['/repo/i server:github', { pattern: 'repo', server: 'github' }],
    ['/a\\/b[/]c/', { pattern: 'a\\/b[/]c' }],
  ])('reads %s', (query, expected) => {
    expect(parseQuery(query)).toEqual({ text: '', must: [], ...expected });
  });

  it.each([
    'add +1 to the counter',
    'call +7 916 000 00 00',
    'open http://x/y/ and read it',
    'compile C++ and/or Rust',
    'a/b/c',
    '/usr/local/bin/',
    '/etc/passwd',
    'list files in /tmp/',
    'files matching /foo/ in here',
    'mail me+tag@example.com',
    'select the best of: a, b',
    'select: the best hotel, in Oslo',
    'select:',
    'please select:a',
    'restart the server: it is down',
    'server://host:80/path',
    'localhost server:8080',
    'kind:invoice list',
    'what kind: of thing',
    'find "server:github +slack" in logs',
    'Server:github is down',
    '//',
    '/unclosed',
    '+',
    '+ plus',
    'создать задачу на завтра',
    '创建日历事件',
    'इवेंट बनाएं',
  ])('leaves %j whole', (query) => {
    const parsed = parseQuery(query);
    expect(parsed).toEqual({ text: query, must: [] });
    expect(holdsOperator(parsed)).toBe(false);
  });

  it('never throws, and text without operators comes back as it was', () => {
    const scraps = fc.constantFrom(
      'select:',
      'server:',
      'kind:',
      'kind:tool',
      '+',
      '/',
      '"',
      '“',
      ',',
      ' ',
      '\n',
      '\\',
      '[',
    );
    const query = fc
      .array(fc.oneof(scraps, fc.string({ unit: 'grapheme' })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(query, (text) => {
        const parsed = parseQuery(text);
        if (!holdsOperator(parsed)) expect(parsed).toEqual({ text: text.trim(), must: [] });
        for (const word of parsed.must) expect(parsed.text).toContain(word);
        expect(parsed.select ?? ['one']).not.toEqual([]);
      }),
    );
  });

  it('keeps plain sentences whole', () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'abcжз请事1-_.,!?/:()&'), minLength: 1, maxLength: 9 })
      .filter((text) => !/^(select|server|kind):|^\//.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const text = words.join(' ');
        expect(parseQuery(text)).toEqual({ text, must: [] });
      }),
    );
  });

  it('reads no operator in a pasted document', () => {
    const text = `server:github ${'very long '.repeat(300)}`.trim();
    expect(parseQuery(text)).toEqual({ text, must: [] });
  });

  it('takes no more names than an answer can hold', () => {
    const names = Array.from({ length: 80 }, (_, i) => `tool_${i}`);
    expect(parseQuery(`select:${names.join(',')}`).select).toEqual(names.slice(0, MAX_SELECTED));
  });

  it('stays fast on text made to slow it down', () => {
    for (const text of [
      '"'.repeat(2_000),
      ' +a'.repeat(600),
      '/[['.repeat(600),
      `/${'\\a['.repeat(600)}`,
      `select:${' '.repeat(1_900)}x`,
    ])
      expect(() => parseQuery(text)).not.toThrow();
  });
});
