import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { readReply } from './read-reply.ts';

const NAMES = ['create_issue', 'list_issues', 'holiday_request', 'search', 'payroll_export'];
const catalog = createCatalog(
  NAMES.map((name) => ({ source: { kind: 'mcp', name: 'hr' }, definition: { name, description: `Does ${name}.` } })),
);
const candidates = NAMES.map((name) => catalog.tools.find(({ originalName }) => originalName === name)!);
const read = (reply: unknown) => readReply(reply, candidates)?.tools.map(({ originalName }) => originalName);

describe('readReply', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['numbers', '{"chosen": [1, 3]}', ['create_issue', 'holiday_request']],
    ['numbers as text', '{"chosen": ["1", "#3"]}', ['create_issue', 'holiday_request']],
    ['names', '{"tools": ["create_issue", "search"]}', ['create_issue', 'search']],
    ['ids', '["mcp:hr:create_issue"]', ['create_issue']],
    ['objects', '[{"name": "create_issue", "why": "asked"}, {"number": 2}]', ['create_issue', 'list_issues']],
    ['marks', '{"create_issue": true, "list_issues": false}', ['create_issue']],
    ['a list in text', '{"chosen": "create_issue, list_issues"}', ['create_issue', 'list_issues']],
    ['a fence', 'Sure:\n```json\n{"chosen": [2]}\n```\nAnything else?', ['list_issues']],
    ['reasoning before', '<think>[1] perhaps</think>{"chosen": [2]}', ['list_issues']],
    ['a list that was cut off', '{"chosen": ["create_issue", "list_issues", "pay', ['create_issue', 'list_issues']],
    ['numbers that were cut off', '{"chosen": [1, 3', ['create_issue', 'holiday_request']],
    ['bare numbers', '1, 3', ['create_issue', 'holiday_request']],
    ['prose', 'I would use `create_issue` and holiday_request for this.', ['create_issue', 'holiday_request']],
    ['lines', '- create_issue\n- search: to find it', ['create_issue', 'search']],
    ['another letter case', '["HOLIDAY_REQUEST"]', ['holiday_request']],
    ['a value', ['create_issue', 4], ['create_issue', 'search']],
    ['one twice', ['create_issue', 1, 'mcp:hr:create_issue'], ['create_issue']],
    ['nothing', '{"chosen": []}', []],
    ['nothing in a word', 'None.', []],
    ['an empty object', {}, []],
  ])('reads %s', (_what, reply, names) => {
    expect(read(reply)).toEqual(names);
  });

  it('does not take a name from a sentence that denies it, nor a plain word', () => {
    expect(read('You should not call payroll_export. Use create_issue.')).toEqual(['create_issue']);
    expect(read('I will search for the right thing.')).toBeUndefined();
  });

  it('counts what is no candidate and never resolves it to a near one', () => {
    const reply = readReply(
      ['create_issue', 'book_flight', 'create_issu', '__proto__', 'constructor', 99, -1],
      candidates,
    );
    expect(reply?.tools.map(({ originalName }) => originalName)).toEqual(['create_issue']);
    expect(reply?.unknown).toBe(6);
  });

  it.each<[unknown]>([
    ['I cannot help with that.'],
    [''],
    ['<html>502</html>'],
    [undefined],
    [null],
    [true],
    ['{"mood": "good"}'],
  ])('finds no choice in %j', (reply) => {
    expect(readReply(reply, candidates)).toBeUndefined();
  });

  it('stays bounded on a huge reply', () => {
    expect(read(JSON.stringify(Array.from({ length: 5_000 }, (_, i) => `x_${i}`)))).toEqual([]);
    expect(read('('.repeat(200_000))).toBeUndefined();
  });
});
