import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../../tools/index.ts';
import { stuffedArguments, wordHeap } from './stuffing.ts';

const letters = [...'abcdefghijkl'];
/** Words that nothing repeats. */
const heap = letters.flatMap((one) => letters.map((other) => `${one}${other}word`)).join(' ');
const PROSE =
  'Creates an issue in the repository. The title of the issue is required, and the body of the issue may be empty. ';

function toolWith(descriptions: readonly string[]): Tool {
  const properties = Object.fromEntries(
    descriptions.map((description, index) => [`a${index}`, { type: 'string', description }]),
  );
  const inputSchema = { type: 'object', properties };
  return createCatalog([
    { source: { kind: 'mcp', name: 's' }, definition: { name: 'assist', description: 'Formats a note.', inputSchema } },
  ]).tools[0]!;
}

describe('a heap of words', () => {
  it('is a hundred words and more that hardly ever come again', () => {
    expect(wordHeap(heap)).toContain('144 different words');
    expect(wordHeap(`${heap} ${heap.slice(0, 60)}`)).toBeDefined();
  });

  it('is no prose, no short text, and no language without spaces', () => {
    expect(wordHeap(PROSE.repeat(8))).toBeUndefined();
    expect(wordHeap(heap.slice(0, 300))).toBeUndefined();
    expect(wordHeap(letters.map((letter) => `在仓库${letter}中创建问题。`).join(''))).toBeUndefined();
  });
});

describe('stuffed arguments', () => {
  it('say one text over and over, whatever its numbers and marks', () => {
    const text = 'create_issue Creates an issue in the repository';
    const [found] = stuffedArguments(toolWith(Array.from({ length: 20 }, (_, i) => `${text} ${i}!`)));
    expect(found).toMatchObject({ check: 'stuffed-arguments', severity: 'warning', tools: ['mcp:s:assist'] });
    expect(found?.quote).toContain('Creates an issue');
  });

  it('are not arguments that share a short text, nor a few copies among much else', () => {
    expect(stuffedArguments(toolWith(Array(30).fill('The user id')))).toEqual([]);
    const own = letters.map(
      (letter) => `${letter}one ${letter}two ${letter}three ${letter}four ${letter}five ${letter}six`,
    );
    expect(stuffedArguments(toolWith([...own, ...own.slice(0, 4)]))).toEqual([]);
  });
});
