import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../tools/index.ts';
import { ExampleFile } from './example-file.ts';
import { definitionHash, type ExampleLine, isByHand, parseExampleLine, sealedLine } from './example-line.ts';

const line = (tool: string, ...en: string[]): ExampleLine => sealedLine({ tool, examples: { en }, hash: 'h', by: 'm' });
const textOf = (...lines: object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('a line of examples', () => {
  it('is a model’s until a person changes it', () => {
    const written = line('mcp:a:x', 'one', 'two');
    const read = parseExampleLine(JSON.stringify(written)) as ExampleLine;
    expect(read).toEqual(written);
    expect(isByHand(read)).toBe(false);
    expect(isByHand({ ...read, examples: { en: ['one', 'other'] } })).toBe(true);
    expect(isByHand({ ...read, examples: { en: ['one', 'two'], de: ['eins'] } })).toBe(true);
  });

  it('may be written by hand, as plainly as that', () => {
    const read = parseExampleLine('{"tool": "mcp:a:x", "examples": ["one"]}') as ExampleLine;
    expect(read).toEqual({ tool: 'mcp:a:x', examples: { en: ['one'] } });
    expect(isByHand(read)).toBe(true);
  });

  it.each([
    'x',
    '[]',
    '{}',
    '{"tool": "a"}',
    '{"tool": "a", "examples": {"en": "one"}}',
    '{"tool": "a", "examples": [1]}',
  ])('is none when it is %s', (text) => {
    expect(typeof parseExampleLine(text)).toBe('string');
  });
});

describe('the hash of a definition', () => {
  const hashOf = (definition: object, examples: string[] = []): string => {
    const entry = { source: { kind: 'mcp', name: 's' } as const, definition: { name: 'x', ...definition }, examples };
    return definitionHash(createCatalog([entry]).tools[0]!);
  };

  it('follows what a model is shown, and not the examples themselves', () => {
    const hash = hashOf({ description: 'a' });
    expect(hashOf({ description: 'a' }, ['do it'])).toBe(hash);
    expect(hashOf({ description: 'b' })).not.toBe(hash);
    expect(hashOf({ description: 'a', inputSchema: { type: 'object' } })).not.toBe(hash);
  });
});

describe('a file of examples', () => {
  it('finds the examples of a tool as one list', () => {
    const file = new ExampleFile(textOf({ tool: 'mcp:a:x', examples: { en: ['one'], ru: ['два'] } }));
    expect(file.examples('mcp:a:x')).toEqual(['one', 'два']);
    expect(file.examples('mcp:a:x')).toBe(file.examples('mcp:a:x'));
    expect(file.examples('mcp:a:y')).toBeUndefined();
  });

  it('keeps what is not replaced to the byte, and puts new lines in order', () => {
    const before = `{"tool":"mcp:b:x",  "examples": ["mine"]}\n\nnot json\n${textOf(line('mcp:d:x', 'old'))}`;
    const file = new ExampleFile(before);
    expect(file.withLines([])).toBe(before);
    const after = file.withLines([
      line('mcp:e:x', 'e'),
      line('mcp:d:x', 'new'),
      line('mcp:c:x', 'c'),
      line('mcp:a:x', 'a'),
    ]);
    expect(after.split('\n')).toEqual([
      JSON.stringify(line('mcp:a:x', 'a')),
      '{"tool":"mcp:b:x",  "examples": ["mine"]}',
      '',
      'not json',
      JSON.stringify(line('mcp:c:x', 'c')),
      JSON.stringify(line('mcp:d:x', 'new')),
      JSON.stringify(line('mcp:e:x', 'e')),
      '',
    ]);
  });

  it('names the lines that it cannot use', () => {
    const file = new ExampleFile(`oops\n${textOf(line('t', 'first'), line('t', 'second'))}`);
    expect(file.problems).toEqual([
      { line: 1, message: 'is not JSON' },
      { line: 3, message: 'repeats t; the first one counts' },
    ]);
    expect(file.examples('t')).toEqual(['first']);
  });

  it('as drafts: the last line counts, and a line that was cut off costs itself alone', () => {
    const text = `${textOf(line('t', 'first'), line('u', 'u'), line('t', 'second'))}{"tool":"v","exam`;
    const drafts = new ExampleFile(text, { lastWins: true });
    expect(drafts.examples('t')).toEqual(['second']);
    expect(drafts.tools).toEqual(['t', 'u']);
    expect(drafts.without(new Set(['t', 'u']))).toBe('{"tool":"v","exam\n');
  });
});
