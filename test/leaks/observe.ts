import { createRecentEvents, createTelemetry, toCallFailure } from '../../src/calling/index.ts';
import { buildDirectory } from '../../src/disclosure/index.ts';
import type { Embedder } from '../../src/engine/index.ts';
import { Gateway, type GatewayOptions, type SessionView } from '../../src/gateway/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';
import { REFERENCES, REQUESTS, type Rights, rulesOf, scopeOf } from './registries.ts';

/** Everything that one caller can get to know, as one text for comparison. */
export type Observation = string;

const CLOCKS: ReadonlySet<string> = new Set(['ms', 'executionMs', 'at', 'callId', 'since']);

/** As JSON, without what two runs never share. */
export function toText(value: unknown): Observation {
  const text = JSON.stringify(value, (key, inner: unknown) => (CLOCKS.has(key) ? undefined : inner), 1);
  // Where the rest of a long result is read from is drawn by lot.
  return text.replaceAll(/(handle\W+)[0-9a-f]{16}/g, '$1…');
}

export interface Subject {
  readonly gateway: Gateway;
  readonly view: SessionView;
  readonly events: ReturnType<typeof createRecentEvents>;
  close(): Promise<void>;
}

/** A gateway over a registry, with the view of the one caller whose rights hide a part of it. */
export function openSubject(
  entries: readonly ToolEntry[],
  rights: Rights,
  options: Partial<GatewayOptions> & { readonly embedder: Embedder },
): Subject {
  const events = createRecentEvents(5_000);
  const gateway = new Gateway({
    servers: [],
    entries,
    execute: async (tool, args) => ({ content: [{ type: 'text', text: JSON.stringify([tool.id, args]) }] }),
    policy: { agents: { a: rulesOf(rights), root: {} }, tags: ['tenant'] },
    session: { agent: 'a' },
    telemetry: createTelemetry({ sinks: [events.sink], content: true, salt: 'leaks', now: () => 0 }),
    startGrace: false,
    ...options,
  });
  gateway.start();
  const view = gateway.session(scopeOf(rights));
  return { gateway, view, events, close: () => gateway.close() };
}

/** Asks a view for everything there is to ask, in the order in which a caller would. */
export async function observe(view: SessionView): Promise<unknown> {
  const catalog = view.catalog();
  const searches = [];
  for (const query of REQUESTS) {
    for (const limit of [1, 20]) searches.push(await settle(view.search({ query, limit })));
  }
  const answers = [];
  for (const name of REFERENCES) {
    answers.push([name, await settle(view.describe({ name }))]);
    for (const args of [{}, { month: '1', id: '1', format: 'x' }, { secret: 'x' }]) {
      answers.push(await settle(view.call({ name, arguments: args })));
    }
  }
  return {
    list: await view.bridgeTools(),
    instructions: view.instructions(),
    statuses: view.statuses(),
    epoch: catalog.epoch,
    tools: catalog.tools.map(({ raw: _raw, ...tool }) => tool),
    warnings: catalog.warnings,
    tags: [...catalog.tagKeys].sort(),
    directory: buildDirectory(catalog),
    several: await settle(view.search({ queries: REQUESTS.slice(0, 3), server: 'hr' })),
    searches,
    answers,
  };
}

async function settle(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    return { failure: toCallFailure(error), details: (error as { details?: unknown }).details };
  }
}
