import { describe, expect, it } from 'vitest';
import { OutputTail } from './output-tail.ts';

describe('OutputTail', () => {
  it('keeps the last lines, however much is written', () => {
    const tail = new OutputTail();
    for (let line = 0; line < 1000; line++) tail.push(Buffer.from(`line ${line}\n`));
    expect(tail.text().split('\n')).toHaveLength(20);
    expect(tail.reason()).toBe('line 999');
    tail.push(Buffer.alloc(10_000_000, 'x'));
    expect(tail.text()).toHaveLength(8192);
  });

  it('shows nothing of what must not be shown', () => {
    const tail = new OutputTail(['key-12345-long', 'key-12345']);
    for (const part of ['Error: key-12', '345-long and key-12345 ', 'are refused\n']) tail.push(Buffer.from(part));
    expect(tail.text()).toBe('Error: *** and *** are refused');
    expect(tail.reason()).toBe('Error: *** and *** are refused');
  });

  it('joins characters that were cut between chunks, and skips blank lines', () => {
    const tail = new OutputTail();
    const bytes = Buffer.from('ошибка 🚀\r\n\n  \n');
    for (const byte of bytes) tail.push(Buffer.from([byte]));
    expect(tail.reason()).toBe('ошибка 🚀');
  });

  it('takes out what a terminal would obey', () => {
    const tail = new OutputTail();
    tail.push(Buffer.from('\u001b[31mError: \u001b[1mno key\u001b[0m\u0007\r\n'));
    expect(tail.text()).toBe('Error: no key');
  });

  it('has no reason when nothing was written', () => {
    expect(new OutputTail().reason()).toBeUndefined();
    expect(new OutputTail().text()).toBe('');
  });
});
