import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../errors.ts';
import { loadTokenCounter } from './counter.ts';
import { estimateTokens } from './estimate.ts';

const importMissing = (): Promise<never> => import(String('toolscout-has-no-such-dependency')) as Promise<never>;

describe('loadTokenCounter', () => {
  it('counts exactly when the tokenizer is installed', async () => {
    const counter = await loadTokenCounter();
    expect(counter.encoding).toBe('o200k_base');
    expect(counter.countTokens('hello world')).toEqual({ tokens: 2, exact: true });
    expect(counter.countTokens('')).toEqual({ tokens: 0, exact: true });
  });

  it('falls back to the estimate, and says so, when the tokenizer is missing', async () => {
    const counter = await loadTokenCounter(importMissing);
    expect(counter.exact).toBe(false);
    expect(counter.countTokens('hello world')).toEqual({ tokens: estimateTokens('hello world'), exact: false });
  });

  it('does not hide a tokenizer that is installed but broken', async () => {
    const broken = loadTokenCounter(() => Promise.reject(new SyntaxError('unexpected end of file')));
    await expect(broken).rejects.toThrow(ToolscoutError);
    await expect(broken).rejects.toMatchObject({ code: 'OPTIONAL_DEPENDENCY_MISSING' });
  });

  it('takes the spelling of a special token as text', async () => {
    const counter = await loadTokenCounter();
    expect(counter.countTokens('<|endoftext|>').tokens).toBeGreaterThan(1);
  });

  it('hands long unbroken runs to the encoder in slices that part no character', async () => {
    const pieces: string[] = [];
    const counter = await loadTokenCounter(async () => ({
      countTokens: (text) => {
        pieces.push(text);
        return 1;
      },
    }));
    const text = `start ${'字'.repeat(1000)}, ${'𠀀'.repeat(700)} end`;
    counter.countTokens(text);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(600);
    // encodeURIComponent throws on half a surrogate pair.
    for (const piece of pieces) expect(() => encodeURIComponent(piece)).not.toThrow();
  });
});
