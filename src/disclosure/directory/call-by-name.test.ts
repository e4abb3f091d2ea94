import { describe, expect, it } from 'vitest';
import { type CallEvent, createCallPath, toCallFailure } from '../../calling/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { callByName } from './call-by-name.ts';

const CATALOG = createCatalog([
  {
    source: { kind: 'mcp', name: 'github' },
    definition: {
      name: 'create_issue',
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
        required: ['title'],
      },
    },
  },
]);

const setup = (policy?: () => true | string) => {
  const ran: unknown[] = [];
  const seen: CallEvent[] = [];
  const callPath = createCallPath({
    execute: async (tool, args) => {
      ran.push([tool.id, args]);
      return { content: [{ type: 'text', text: 'done' }] };
    },
    hooks: [{ before: (event) => void seen.push(event) }],
    ...(policy === undefined ? {} : { policy }),
  });
  return { callPath, ran, seen };
};

describe('callByName', () => {
  it('runs a hidden tool under its own name, through policy and hooks', async () => {
    const { callPath, ran, seen } = setup();
    const result = await callByName(CATALOG, callPath, { name: 'github__create_issue', arguments: { title: 'a' } });
    expect(result).toEqual({ content: [{ type: 'text', text: 'done' }] });
    expect(ran).toEqual([['mcp:github:create_issue', { title: 'a' }]]);
    expect(seen.map(({ tool }) => tool.originalName)).toEqual(['create_issue']);
  });

  it('answers arguments that do not fit with the signature, and runs nothing', async () => {
    const { callPath, ran } = setup();
    const failure = await callByName(CATALOG, callPath, {
      name: 'github__create_issue',
      arguments: { headline: 'a' },
    }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', ran: false, tool: 'github__create_issue' });
    expect(JSON.stringify(failure)).toContain('{ title: string, labels?: string[] }');
    expect(ran).toEqual([]);
  });

  it('is refused by policy like any other call', async () => {
    const { callPath, ran } = setup(() => 'not here');
    const failure = await callByName(CATALOG, callPath, {
      name: 'github__create_issue',
      arguments: { title: 'a' },
    }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
    expect(ran).toEqual([]);
  });

  it('never takes the nearest name', async () => {
    const { callPath, ran } = setup();
    const failure = await callByName(CATALOG, callPath, { name: 'github__create_isue', arguments: {} }).catch(
      toCallFailure,
    );
    expect(failure).toMatchObject({ code: 'UNKNOWN_TOOL', ran: false });
    expect(ran).toEqual([]);
  });
});
