import { describe, expect, it } from 'vitest';
import { parseDotenv } from './dotenv.ts';

describe('parseDotenv', () => {
  it('reads the usual forms', () => {
    const text = [
      '\uFEFF# comment',
      'PLAIN=a b',
      'export EXPORTED = x # note',
      "SINGLE='a $B \\n #c'",
      'DOUBLE="a\\nb \\"q\\" \\\\"',
      'EMPTY=',
      'HASH=a#b',
      'URL=https://x.test/?a=b',
      'MANY="line 1',
      'line 2"',
      'not a line',
      'LAST=1',
    ].join('\r\n');
    expect(parseDotenv(text)).toEqual({
      PLAIN: 'a b',
      EXPORTED: 'x',
      SINGLE: 'a $B \\n #c',
      DOUBLE: 'a\nb "q" \\',
      EMPTY: '',
      HASH: 'a#b',
      URL: 'https://x.test/?a=b',
      MANY: 'line 1\r\nline 2',
      LAST: '1',
    });
  });

  it('survives a variable called __proto__', () => {
    expect(Object.entries(parseDotenv('__proto__=x'))).toEqual([['__proto__', 'x']]);
  });
});
