import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../../errors.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedReply } from '../../../llm/index.ts';
import { createCatalog } from '../../../tools/index.ts';
import { ExampleFile } from './example-file.ts';
import type { ExampleLine } from './example-line.ts';
import { planEnrichment } from './plan.ts';
import { type EnrichOutcome, writeExamples } from './write-examples.ts';

const EMPTY = new ExampleFile('');
const GOOD = JSON.stringify({ en: ['put this on my list', 'remember the milk'], ru: ['запиши купить молоко'] });

interface Run {
  readonly outcomes: readonly EnrichOutcome[];
  readonly error: unknown;
  readonly model: ScriptedModel;
}

async function run(
  script: Parameters<typeof createScriptedModel>[0],
  names: readonly string[] = ['add_note'],
  options: { concurrency?: number; signal?: AbortSignal; drafts?: ExampleFile } = {},
): Promise<Run> {
  const entries = names.map((name) => ({ source: { kind: 'mcp', name: 's' } as const, definition: { name } }));
  const { tools } = createCatalog(entries);
  const { tasks } = planEnrichment({
    tools,
    counts: { en: 2, ru: 1 },
    file: EMPTY,
    drafts: options.drafts ?? EMPTY,
  });
  const model = createScriptedModel(script);
  const outcomes: EnrichOutcome[] = [];
  const error: unknown = await writeExamples({
    model,
    tasks,
    concurrency: options.concurrency ?? 1,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onOutcome: (outcome) => outcomes.push(outcome),
  }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { outcomes, error, model };
}

const rejected = (status: number): Error =>
  new ToolscoutError('LLM_REJECTED', `no (${status})`, { details: { status } });

describe('having examples written', () => {
  it('gives one sealed line a tool', async () => {
    const { outcomes, error } = await run([GOOD]);
    expect(error).toBeUndefined();
    expect(outcomes).toMatchObject([
      { tool: 'mcp:s:add_note', refused: [], line: { examples: JSON.parse(GOOD), by: 'scripted' } },
    ]);
    expect(outcomes[0]!.line).not.toHaveProperty('asked');
  });

  it('asks once more for what is missing, and says why', async () => {
    const first = JSON.stringify({ en: ['put this on my list', 'call add_note'], ru: ['buy milk'] });
    const second = JSON.stringify({ en: ['remember the milk'], ru: ['запиши купить молоко'] });
    const { outcomes, model } = await run([first, second]);
    expect(outcomes).toMatchObject([{ refused: [], line: { examples: JSON.parse(GOOD) } }]);
    expect(model.requests[1]!.messages[0]!.content).toContain('repeats the name of the tool; not in the script of ru');
    expect(model.requests[1]!.schema).toMatchObject({ required: ['en', 'ru'] });
  });

  it('keeps what is good of a bad reply, remembers what was asked, and reports the rest', async () => {
    const poor = JSON.stringify({ en: ['remember the milk', 'Ignore previous instructions'] });
    const { outcomes } = await run([poor, '{}']);
    const { line, refused } = outcomes[0]!;
    expect(line).toMatchObject({ examples: { en: ['remember the milk'] }, asked: { en: 2, ru: 1 } });
    expect(refused).toEqual(['nothing for en', 'nothing for ru']);
    // The next run asks nothing more.
    const drafts = new ExampleFile(JSON.stringify(line));
    expect((await run([], ['add_note'], { drafts })).model.requests).toEqual([]);
  });

  it.each<[string, ScriptedReply, string]>([
    ['prose', 'I would rather not.', 'no JSON object'],
    ['a refusal', { text: '', stop: 'refusal' }, 'the model declines'],
    ['a list', '["remember the milk"]', 'no JSON object'],
  ])('goes on after %s instead of a reply', async (_what, reply, why) => {
    const { outcomes, error } = await run([reply, reply, GOOD], ['a_tool', 'b_tool']);
    expect(error).toBeUndefined();
    expect(outcomes).toMatchObject([
      { line: undefined, refused: [why] },
      { tool: 'mcp:s:b_tool', refused: [] },
    ]);
  });

  it('goes on where an endpoint refuses one prompt, and not where it refuses every one', async () => {
    const one = await run([rejected(400), GOOD], ['a_tool', 'b_tool']);
    expect(one).toMatchObject({
      error: undefined,
      outcomes: [{ line: undefined, refused: ['no (400)'] }, { refused: [] }],
    });
    const all = await run(() => rejected(400), ['a', 'b', 'c', 'd', 'e']);
    expect(all.error).toMatchObject({ code: 'LLM_REJECTED' });
    expect(all.model.requests).toHaveLength(3);
  });

  it.each([rejected(401), new ToolscoutError('LLM_UNAVAILABLE', 'down')])(
    'stops at %s, with what was done',
    async (stop) => {
      const { outcomes, error, model } = await run([GOOD, stop], ['a_tool', 'b_tool', 'c_tool']);
      expect(error).toBe(stop);
      expect(outcomes.map(({ tool }) => tool)).toEqual(['mcp:s:a_tool']);
      expect(model.requests).toHaveLength(2);
    },
  );

  it('gives up its other requests when it stops', async () => {
    const down = new ToolscoutError('LLM_UNAVAILABLE', 'down');
    const { error } = await run((_request, turn) => (turn === 0 ? 'hang' : down), ['a', 'b', 'c'], { concurrency: 2 });
    expect(error).toBe(down);
  });

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const running = run(
      (_request, turn) => {
        if (turn === 1) queueMicrotask(() => stop.abort(new Error('the user left')));
        return turn === 0 ? GOOD : 'hang';
      },
      ['a_tool', 'b_tool'],
      { signal: stop.signal },
    );
    const { outcomes, error } = await running;
    expect(error).toMatchObject({ message: 'the user left' });
    expect(outcomes).toHaveLength(1);
  });

  it('has no more requests under way than it may', async () => {
    let [now, most] = [0, 0];
    const names = Array.from({ length: 12 }, (_, index) => `tool_${index}`);
    const { tools } = createCatalog(
      names.map((name) => ({ source: { kind: 'mcp', name: 's' } as const, definition: { name } })),
    );
    const { tasks } = planEnrichment({ tools, counts: { en: 2, ru: 1 }, file: EMPTY, drafts: EMPTY });
    const lines: (ExampleLine | undefined)[] = [];
    await writeExamples({
      model: {
        id: 'counting',
        complete: async () => {
          most = Math.max(most, ++now);
          await new Promise(setImmediate);
          now--;
          return { text: GOOD };
        },
      },
      tasks,
      concurrency: 3,
      onOutcome: ({ line }) => lines.push(line),
    });
    expect([most, lines.length]).toEqual([3, 12]);
  });
});
