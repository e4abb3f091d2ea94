import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolDefinition } from '../tools/index.ts';
import { matchPattern } from './regex.ts';

const toolsOf = (definitions: readonly ToolDefinition[]) =>
  createCatalog(definitions.map((definition) => ({ source: { kind: 'mcp', name: 's1' }, definition }))).tools;
const HUB = toolsOf([
  { name: 'create_issue', description: 'Open an issue.' },
  { name: 'list_labels', description: 'Labels for an issue.' },
  { name: 'delete_release', title: 'Issue no more', description: 'Remove it.' },
  { name: 'getUser', description: 'A person.' },
]);
const names = async (pattern: string) => (await matchPattern(HUB, pattern)).tools.map((tool) => tool.originalName);

describe('matchPattern', () => {
  it('puts matches of the name before those of other texts, each in order of id', async () => {
    expect(await matchPattern(HUB, 'issue')).toMatchObject({ byName: 1, partial: false });
    expect(await names('issue')).toEqual(['create_issue', 'delete_release', 'list_labels']);
  });

  it('ignores letter case unless told otherwise', async () => {
    expect(await names('GETUSER')).toEqual(['getUser']);
    expect(await names('(?-i)getuser')).toEqual([]);
  });

  it('anchors at the name that the server gave', async () => {
    expect(await names('^(create|list)_[a-z]+$')).toEqual(['create_issue', 'list_labels']);
  });

  it('matches ids', async () => {
    expect(await names('^mcp:s1:getUser$')).toEqual(['getUser']);
  });

  it.each([
    ['(a', 'missing closing )'],
    ['(?=a)b', 'perl syntax'],
    ['(a)\\1', 'invalid escape sequence'],
    ['a{1001}', 'invalid repeat count'],
    ['(a{40}){20}', 'repetitions'],
    ['x'.repeat(201), '201 characters'],
  ])('refuses %s and says why', async (pattern, why) => {
    await expect(matchPattern(HUB, pattern)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining(why),
      next: expect.stringContaining('RE2'),
    });
  });

  it('reads every text once for patterns that make other engines run for ever', async () => {
    const hostile = toolsOf([{ name: `${'a'.repeat(60)}_x`, description: `${'a'.repeat(400)}!` }]);
    for (const pattern of ['(a+)+$', '(a|a)*b', '(a|aa)+c$', '([a-z]+)*\\d', '(.*a){20}z'])
      expect((await matchPattern(hostile, pattern)).partial).toBe(false);
  });

  it('says when it stopped before reading all', async () => {
    const many = toolsOf(
      Array.from({ length: 3_000 }, (_, i) => ({ name: `tool_${i}`, description: 'and so on '.repeat(50) })),
    );
    expect((await matchPattern(many, 'q{400}')).partial).toBe(true);
    expect((await matchPattern(many, 'tool_2999')).tools).toHaveLength(1);
  });

  it('lets others have their turn', async () => {
    const many = toolsOf(
      Array.from({ length: 500 }, (_, i) => ({ name: `tool_${i}`, description: 'and so on '.repeat(50) })),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await matchPattern(many, 'q{100}');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
