import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import { createAuxiliaryFunction } from './auxiliary-model.ts';
import { createToolSearch } from './tool-search.ts';

const entry = (kind: ToolEntry['source']['kind'], name: string, description: string): ToolEntry => ({
  source: { kind, name: kind === 'mcp' ? 'desk' : 'own' },
  definition: { name, description },
});

const CATALOG = createCatalog([
  entry('mcp', 'create_ticket', 'Open a ticket for the help desk.'),
  entry('mcp', 'close_ticket', 'Close a ticket of the help desk.'),
  entry('plugin', 'draw_chart', 'Draw a bar chart of figures.'),
  entry('core', 'read_file', 'Read a file.'),
  { ...entry('plugin', 'minutes', 'Write the minutes of a meeting.'), kind: 'skill' },
]);
/** No word of this is a tool's. */
const VAGUE = 'my laptop does not start';

function asking(reply: unknown) {
  let asked = 0;
  const model = createAuxiliaryFunction('test', () => {
    asked++;
    if (reply instanceof Error) throw reply;
    return reply;
  });
  return { model, asked: () => asked };
}
const names = (answer: { tools: readonly { name: string }[] }) => answer.tools.map(({ name }) => name);

describe('ToolSearch', () => {
  it('answers a name from the catalog and asks no model', async () => {
    const { model, asked } = asking([]);
    const answer = await createToolSearch({ model }).search(CATALOG, { query: 'is there desk__create_ticket?' });
    expect(answer).toEqual({
      status: 'completed',
      query: 'is there desk__create_ticket?',
      found: 1,
      tools: [
        {
          name: 'desk__create_ticket',
          description: 'Open a ticket for the help desk.',
          source: 'mcp',
          capability: 'tool',
        },
      ],
    });
    expect(asked()).toBe(0);
  });

  it('has the model judge what is left open, and takes candidates only', async () => {
    const { model } = asking(['create_ticket', 'payroll_export']);
    expect(names(await createToolSearch({ model }).search(CATALOG, { query: VAGUE }))).toEqual(['desk__create_ticket']);
  });

  it.each([
    ['mcp', ['desk__close_ticket', 'desk__create_ticket']],
    ['plugin', ['own__draw_chart']],
    ['builtin', ['read_file']],
    ['skill', ['own__minutes']],
    ['subagent', []],
  ])('narrows to the type %s before it searches', async (type, expected) => {
    const model = createAuxiliaryFunction('all', ({ candidates }) => candidates.map(({ number }) => number));
    const answer = await createToolSearch({ model }).search(CATALOG, { query: VAGUE, type });
    expect(names(answer).sort()).toEqual(expected);
  });

  it('gives as many as are asked for, and no more than there may be', async () => {
    const model = createAuxiliaryFunction('all', ({ candidates }) => candidates.map(({ number }) => number));
    const { search } = createToolSearch({ model });
    expect((await search(CATALOG, { query: VAGUE, maxResults: 2 })).found).toBe(2);
    expect((await search(CATALOG, { query: VAGUE, maxResults: 0 })).found).toBe(1);
    expect((await search(CATALOG, { query: VAGUE, type: 'everything' })).found).toBe(CATALOG.tools.length);
  });

  it.each([
    [new ToolscoutError('LLM_UNAVAILABLE', 'down'), 'tool_search_model_unavailable'],
    [new ToolscoutError('LLM_TIMEOUT', 'late'), 'tool_search_model_timeout'],
    [new ToolscoutError('LLM_REJECTED', 'no'), 'tool_search_model_request_failed'],
    [new Error('boom'), 'tool_search_model_request_failed'],
    ['I do not know.', 'tool_search_model_invalid_response'],
  ])('names the failure by a code: %s', async (reply, code) => {
    const { model } = asking(reply);
    const { search } = createToolSearch({ model });
    expect(await search(CATALOG, { query: VAGUE })).toMatchObject({ status: 'failed', code, found: 0, tools: [] });
    const partly = await search(CATALOG, { query: 'something about a ticket somewhere' });
    expect(partly).toMatchObject({ status: 'completed', code });
    expect(names(partly)).toContain('desk__create_ticket');
  });

  it('gives a model that hangs up', async () => {
    const model = createAuxiliaryFunction('hangs', () => new Promise(() => undefined));
    const answer = await createToolSearch({ model, timeoutMs: 50 }).search(CATALOG, { query: VAGUE });
    expect(answer).toMatchObject({ status: 'failed', code: 'tool_search_model_timeout' });
  });

  it('answers an input without a query by a code', async () => {
    for (const input of [{}, { query: ' ' }, null, 5]) {
      const answer = await createToolSearch().search(CATALOG, input);
      expect(answer).toMatchObject({ status: 'failed', code: 'tool_search_invalid_arguments' });
    }
  });
});
