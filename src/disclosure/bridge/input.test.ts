import { describe, expect, it } from 'vitest';
import { readCallInput, readDescribeInput, readSearchInput } from './input.ts';

describe('the input of the bridge', () => {
  it.each([
    [readSearchInput, { query: 17 }, '"query" must be a string, not a number.'],
    [readSearchInput, { query: true }, '"query" must be a string, not a boolean.'],
    [readSearchInput, { queries: [17] }, '"query" must be a string, not a number.'],
    [readSearchInput, { queries: [{ limit: 3 }] }, '"query" must be a string, not an object.'],
    [readDescribeInput, { name: 17 }, '"name" must be a string, not a number.'],
    [readCallInput, { name: ['a'] }, '"name" must be a string, not a list.'],
    [readSearchInput, {}, '"query" is missing or empty.'],
    [readSearchInput, { query: ' ' }, '"query" is missing or empty.'],
    [readSearchInput, { query: null }, '"query" is missing or empty.'],
    [readDescribeInput, { names: [] }, '"name" is missing or empty.'],
    [readCallInput, undefined, '"name" is missing or empty.'],
  ] as const)('%o refuses %j with what is wrong', (read, input, message) => {
    expect(() => read(input)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENTS', message, next: expect.stringMatching(/^Send "/) }),
    );
  });
});

describe('the input of a call', () => {
  const TOOLS = new Map([
    ['create_issue', 'mcp:t:create_issue'],
    ['mcp:t:create_issue', 'mcp:t:create_issue'],
    ['delete_repo', 'mcp:t:delete_repo'],
    ['mcp:t:delete_repo', 'mcp:t:delete_repo'],
  ]);
  const means = (reference: string) => TOOLS.get(reference);

  it.each([
    ['its usual form', { name: 'create_issue', arguments: { title: 'x' } }, { arguments: { title: 'x' } }],
    ['a text', '{"name":"create_issue","arguments":{"title":"x"}}', { arguments: { title: 'x' } }],
    ['null for arguments', { name: 'create_issue', arguments: null }, {}],
    ['arguments beside the name', { name: 'create_issue', title: 'x' }, { beside: { title: 'x' } }],
    ['an argument called name', { id: 'create_issue', name: 'x' }, { beside: { name: 'x' } }],
    ['an argument called id', { name: 'create_issue', id: '7' }, { beside: { id: '7' } }],
    [
      'name and id of one tool',
      { name: 'create_issue', id: 'mcp:t:create_issue', args: { a: 1 } },
      { arguments: { a: 1 } },
    ],
    [
      'the id of the call beside its name',
      { name: 'create_issue', id: 'call_7', arguments: {} },
      { arguments: {}, beside: { id: 'call_7' } },
    ],
    [
      'an argument that is the name of another tool',
      { name: 'create_issue', id: 'delete_repo' },
      { beside: { id: 'delete_repo' } },
    ],
    ['an argument called input', { name: 'create_issue', input: 'text' }, { beside: { input: 'text' } }],
    ['an argument called epoch', { name: 'create_issue', epoch: 7 }, { beside: { epoch: 7 } }],
    [
      'the epoch of a search',
      { name: 'create_issue', arguments: {}, epoch: '0123456789abcdef0123456789abcdef' },
      { arguments: {}, foundUnder: { epoch: '0123456789abcdef0123456789abcdef' } },
    ],
    [
      'the name among the arguments',
      { arguments: { id: 'create_issue', title: 'x' } },
      { arguments: { title: 'x' }, repairs: [{ kind: 'name-in-arguments', path: '/id' }] },
    ],
    [
      'a whole call as the arguments',
      { arguments: '{"name":"create_issue","arguments":{"title":"x"}}' },
      { arguments: { title: 'x' }, repairs: [{ kind: 'name-in-arguments', path: '/name' }] },
    ],
  ])('is understood with %s', (_form, input, expected) => {
    expect(readCallInput(input, means)).toEqual({ reference: 'create_issue', arguments: undefined, ...expected });
  });

  it('is refused where it names two tools', () => {
    for (const input of [
      { name: 'create_issue', id: 'mcp:t:delete_repo', arguments: { title: 'x' } },
      { tool: 'delete_repo', id: 'mcp:t:create_issue', args: '{"title":"x"}' },
    ]) {
      expect(() => readCallInput(input, means)).toThrow(
        expect.objectContaining({
          code: 'INVALID_ARGUMENTS',
          message: expect.stringMatching(/create_issue.*delete_repo.*nothing was run/),
        }),
      );
    }
  });

  it('takes no argument for a name that no tool has', () => {
    expect(() => readCallInput({ arguments: { name: 'x', title: 'y' } }, means)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENTS', details: { path: '/name', expected: 'non-empty string' } }),
    );
  });
});
