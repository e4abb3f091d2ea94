import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellQuote } from './shell-quote.ts';

describe('shellQuote', () => {
  it('leaves plain words alone', () => {
    expect(['toolscout.json', '~/a/b.json', '../x-y_1'].map((text) => shellQuote(text, 'linux'))).toEqual([
      'toolscout.json',
      '~/a/b.json',
      '../x-y_1',
    ]);
    expect(shellQuote('C:\\Users\\me\\x.json', 'win32')).toBe('C:\\Users\\me\\x.json');
    expect(shellQuote('C:\\My Files\\x.json', 'win32')).toBe('"C:\\My Files\\x.json"');
  });

  it.skipIf(process.platform === 'win32').each(['a b', "it's", '$HOME `id` "x"', '*;&|', '', 'new\nline'])(
    'makes one word of %j in a real shell',
    (text) => {
      const out = execFileSync('/bin/sh', ['-c', `printf %s ${shellQuote(text, 'linux')}`], { encoding: 'utf8' });
      expect(out).toBe(text);
    },
  );
});
