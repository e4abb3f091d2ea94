import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { openSubject, type Subject, toText } from './observe.ts';
import { REFERENCES, REQUESTS, type Rights, registry } from './registries.ts';

/**
 * SPEC C6 for snippets: whatever a snippet does, it and its reader get byte for byte what they would get if the hidden
 * tools had never been there; see `sessions.test.ts` for the same without snippets.
 */
const embedder = createBuiltInEmbedder();
const sandbox = createSandbox({ limits: { maxValueBytes: 4 * 1024 * 1024 } });
afterAll(() => sandbox.close());
const RUNS = 8;
const PATIENCE_MS = 240_000;

/** Asks for everything in every way there is, also in the name of others. */
const SNIPPET = `
  const seen = [];
  const note = async (run) => {
    try { seen.push(await run()) } catch (error) { seen.push([error.name, error.message, error, String(error.cause)]) }
  };
  for (const query of ${JSON.stringify(REQUESTS)}) {
    await note(() => tools.search(query, { limit: 20 }));
    await note(() => tools.search({ queries: [query, query + ' now'], session: 'root', agent: 'root', filter: null }));
  }
  for (const name of ${JSON.stringify(REFERENCES)}) {
    await note(() => tools.describe(name));
    await note(() => tools.describe([name, 'no_such_tool']));
    for (const args of [{}, { month: '1', id: '1', format: 'x' }, { secret: 'x' }]) {
      await note(() => tools.call(name, args));
    }
    await note(() => tools.call({ id: name, args: {}, session: 'root', agent: 'root', tenant: 't2' }, { session: 'root' }));
    console.log(name);
  }
  await note(() => tools.call('tool_search_code', { code: 'return await tools.search("salaries")' }));
  await note(() => tools.call('tool_result_read', { handle: '0000000000000000', offset: 0 }));
  return seen;`;

async function report({ view, events, close }: Subject): Promise<string> {
  try {
    const listed = await view.bridgeTools();
    const answer = await view.code({ code: SNIPPET });
    expect(answer).toMatchObject({ ok: true, telemetry: { searchCount: 2 * REQUESTS.length } });
    return toText([listed, view.instructions(), answer, events.list()]);
  } finally {
    await close();
  }
}

const open = (rights: Rights, entries: Parameters<typeof openSubject>[0], profile: 'toolscout' | 'mode'): Subject =>
  // The lists are bounded for a model; here all of it is looked at.
  openSubject(entries, rights, { embedder, mode: 'code', profile, sandbox, maxResultBytes: 0 });

describe('a snippet of a session with hidden tools beside its own', () => {
  it('reaches nothing of them, in answers, errors, counts, logs and events', { timeout: PATIENCE_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(
        registry,
        fc.constantFrom('toolscout' as const, 'mode' as const),
        async ({ all, visible, rights }, profile) => {
          expect(await report(open(rights, all, profile))).toBe(await report(open(rights, visible, profile)));
        },
      ),
      { numRuns: RUNS },
    );
  });
});
