import { afterAll, describe, expect, it } from 'vitest';
import { createCallPath } from '../../calling/index.ts';
import { assemble, createBridge } from '../../disclosure/index.ts';
import type { ToolEntry } from '../../tools/index.ts';
import { createSandbox } from '../sandbox.ts';
import { createCodeMode } from './create-code-mode.ts';
import { resultData } from './result-data.ts';

const PATIENCE_MS = 60_000;
const TOOLS: readonly ToolEntry[] = Array.from({ length: 12 }, (_, i) => ({
  source: { kind: 'plugin', name: 'desk' },
  definition: { name: i === 0 ? 'book_room' : `other_tool_${i}`, description: i === 0 ? 'Book a room.' : `Does ${i}.` },
}));
const settings = { family: 'mode', enabled: 'on', mode: 'code' } as const;

const callPath = createCallPath({
  execute: async ({ id }, args) => ({ content: [{ type: 'text', text: JSON.stringify([id, args]) }] }),
});
const bridge = createBridge({ defaultLimit: 5, maxLimit: 20, callPath });
const sandbox = createSandbox();
const codeMode = createCodeMode({ bridge, sandbox, timeoutMs: 20_000 });
afterAll(() => sandbox.close());

describe('the mode "code" of a host that assembles its requests itself', { timeout: PATIENCE_MS }, () => {
  it('is what assemble asks for, and runs the tool that it shows', async () => {
    const assembly = await assemble(TOOLS, { settings, codeMode });
    expect(assembly).toMatchObject({ mode: 'code', deferred: 12 });
    expect(assembly.tools.map(({ definition }) => definition.name)).toEqual(['tool_search_code']);
    const code = `
      const [hit] = await openclaw.tools.search('book a room');
      return (await openclaw.tools.call(hit.id, { day: 1 })).result.content[0].text`;
    expect(await codeMode.run(assembly, { code })).toMatchObject({
      ok: true,
      value: '["plugin:desk:book_room",{"day":1}]',
      calls: [{ tool: 'plugin:desk:book_room', ok: true }],
      telemetry: { catalogSize: 12, sources: { openclaw: 12, mcp: 0, client: 0 } },
    });
  });

  it('makes the calls of a snippet for whom it runs, and asks whom they would ask', async () => {
    const seen: unknown[] = [];
    const own = createCallPath({
      policy: ({ caller, session }) => {
        seen.push([caller, session]);
        return { ask: 'why' };
      },
      execute: async (_tool, _args, { meta }) => ({ content: [], structuredContent: { meta } }),
    });
    const asked: unknown[] = [];
    const context = {
      caller: 'clerk',
      session: 's',
      meta: { traceparent: '00-1' },
      approver: ({ caller }: { caller?: string }) => {
        asked.push(caller);
        return true;
      },
    };
    const mode = createCodeMode({ bridge: createBridge({ defaultLimit: 5, maxLimit: 20, callPath: own }), sandbox });
    const assembly = await assemble(TOOLS, { settings: { ...settings, family: 'bridge' }, codeMode });
    const code = `return (await tools.call('book_room', {})).data`;
    expect(await mode.run(assembly, { code }, context)).toMatchObject({ value: { meta: { traceparent: '00-1' } } });
    expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set(['["clerk","s"]']));
    expect(asked).toEqual(['clerk']);
  });

  it('says why it is the mode "tools" where no process can be had', async () => {
    const unable = createCodeMode({ bridge, sandbox: createSandbox({ nodePath: '/nowhere/node' }) });
    const { mode, fallback } = await assemble(TOOLS, { settings, codeMode: unable });
    expect([mode, fallback]).toMatchObject(['tools', { from: 'code', to: 'tools' }]);
    expect(fallback!.why).toContain('No process for a snippet');
  });
});

describe('what a result says', () => {
  const text = (...texts: string[]) => ({ content: texts.map((one) => ({ type: 'text', text: one })) });

  it.each([
    [{ ...text('x'), structuredContent: { a: 1 } }, { a: 1 }],
    [text('{"a":1}'), { a: 1 }],
    [text('[9007199254740993]'), [9007199254740993n]],
    [text('{no JSON'), '{no JSON'],
    [text('plain', 'lines'), 'plain\nlines'],
    [{ content: [{ type: 'image', data: 'x' }] }, undefined],
    [{ content: [] }, undefined],
    [{}, undefined],
  ])('is its structured content, its JSON or its text: %j', (result, data) => {
    expect(resultData(result)).toEqual(data);
  });
});
