import { describe, expect, it } from 'vitest';
import { resultText } from './result-text.ts';

const shown = (...content: unknown[]): string => resultText({ content });

describe('the text of a result', () => {
  it('is the texts as they are', () => {
    expect(shown({ type: 'text', text: 'a\n b' }, { type: 'text', text: '' }, { type: 'text', text: 'c' })).toBe(
      'a\n b\n\nc\n',
    );
  });

  it('names links and embedded resources with where they are', () => {
    expect(shown({ type: 'resource_link', uri: 'file:///r/q3.pdf', name: 'q3.pdf', mimeType: 'application/pdf' })).toBe(
      '[resource_link q3.pdf application/pdf file:///r/q3.pdf]\n',
    );
    expect(
      shown({ type: 'resource', resource: { uri: 'mem://chart', mimeType: 'image/png', blob: 'iVBORw0KGgo=' } }),
    ).toBe('[resource image/png 8 bytes mem://chart]\n');
    expect(shown({ type: 'resource', resource: { uri: 'mem://note', text: 'hello' } })).toBe(
      '[resource mem://note]\nhello\n',
    );
  });

  it('names whatever else there is, on one line each', () => {
    expect(shown({ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' }, { type: 'holo\ngram' }, 7)).toBe(
      '[audio audio/wav 4 bytes]\n[holo gram]\n\n',
    );
  });

  it('is the structured content where there is nothing else', () => {
    expect(resultText({ content: [], structuredContent: { answer: 42 } })).toBe('{\n  "answer": 42\n}\n');
    expect(resultText({})).toBe('\n');
  });
});
