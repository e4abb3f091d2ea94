import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSessionLog, readSessionLog } from '../src/backends/index.ts';
import {
  assemblyFacts,
  type CallStageEvent,
  createTelemetry,
  observeCalls,
  type Telemetry,
  type TelemetryEvent,
} from '../src/calling/index.ts';
import { Gateway } from '../src/gateway/index.ts';
import { loadTokenCounter } from '../src/tokens/index.ts';

const DOCS = resolve(import.meta.dirname, '../docs');
const schema = JSON.parse(readFileSync(join(DOCS, 'session-log.schema.json'), 'utf8'));
const page = readFileSync(join(DOCS, 'session-log.md'), 'utf8');

/** A session that meets every type of event, and most fields of each. */
async function liveSession(telemetry: Telemetry): Promise<void> {
  const gateway = new Gateway({
    servers: [],
    entries: ['send_mail', 'read_mail'].map((name) => ({
      source: { kind: 'plugin', name: 'office' },
      definition: {
        name,
        description: `${name.replace('_', ' ')} of somebody`,
        inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      },
    })),
    execute: async ({ originalName }) => {
      if (originalName === 'read_mail') throw new Error('gone');
      return { content: [{ type: 'text', text: 'sent' }] };
    },
    hooks: [],
    telemetry,
  });
  gateway.start();
  const caller = { session: 'live' };
  await gateway.search({ query: 'mail for somebody' }, caller);
  await gateway.search({ query: 'mail for somebody' }, caller);
  await gateway.search({ query: '/(/' }, caller).catch(() => {});
  await gateway.search({ query: 'знать погоду' });
  await gateway.describe({ names: ['send_mail', 'read_mail'] }, caller);
  await Promise.resolve(gateway.describe({ name: 'nothing' }, caller)).catch(() => {});
  await gateway.call({ name: 'send_mail', arguments: { to: 'a', other: 1 } }, caller);
  await gateway.call({ name: 'send_mail', arguments: '{"to": "a"}' }, { ...caller, entrance: 'direct' });
  for (const call of [{ name: 'read_mail' }, { name: 'nothing' }, { name: 'send_mail', arguments: { to: 1 } }]) {
    await gateway.call(call, caller).catch(() => {});
  }
  const catalog = gateway.catalog();
  const tools = await gateway.bridgeTools();
  const counter = await loadTokenCounter();
  telemetry.emit(
    'live',
    assemblyFacts({
      mode: 'tools',
      fallbackFrom: 'code',
      tools,
      prompt: gateway.instructions(),
      catalog,
      deferred: 2,
      counter,
    }),
  );
  const [tool] = catalog.tools;
  const base = { callId: 'c', at: Date.now(), session: 'live', entrance: 'code' } as const;
  const held = { ...base, tool: tool!, arguments: {}, approvalId: 'a' };
  const observer = observeCalls(telemetry);
  const stages: readonly CallStageEvent[] = [
    { ...base, stage: 'received', reference: 'read_mail' },
    { ...held, stage: 'policy', decision: 'ask' },
    { ...held, stage: 'approval-asked', reason: 'r' },
    { ...held, stage: 'approval-decided', decision: 'denied' },
    { ...base, stage: 'finished', tool: tool!, end: 'refused', code: 'NOT_ALLOWED', ran: false, durationMs: 1 },
  ];
  for (const stage of stages) observer.onStage(stage);
  await gateway.close();
}

describe('the session log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-schema-'));
  let isEvent: ValidateFunction;
  let events: readonly TelemetryEvent[] = [];
  beforeAll(async () => {
    isEvent = new Ajv2020({ strict: false }).compile(schema);
    for (const content of [false, true]) {
      const { sink } = openSessionLog({ path: join(folder, 'log.jsonl') });
      await liveSession(createTelemetry({ sinks: [sink], content }));
    }
    const log = await readSessionLog(folder);
    expect(log.skipped).toBe(0);
    ({ events } = log);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is what its schema says, in every event of a real gateway', () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(typesOfSchema()));
    for (const event of events) expect(isEvent(event), JSON.stringify([event, isEvent.errors])).toBe(true);
  });

  it('has a schema that refuses what is no event', () => {
    const search = events.find(({ type }) => type === 'search')!;
    for (const wrong of [
      { ...search, v: 2 },
      { ...search, extra: 1 },
      { ...search, hits: 'a' },
      { ...search, at: 'now' },
    ]) {
      expect(isEvent(wrong), JSON.stringify(wrong)).toBe(false);
    }
    const { verdict: _verdict, ...without } = search as Extract<TelemetryEvent, { type: 'search' }>;
    expect(isEvent(without)).toBe(false);
  });

  it('shows every optional field somewhere in these events, but for one', () => {
    const unseen = typesOfSchema().flatMap((type) => {
      const seen = new Set(events.filter((event) => event.type === type).flatMap((event) => Object.keys(event)));
      return fieldsOf(type)
        .filter((field) => !seen.has(field))
        .map((field) => `${type}.${field}`);
    });
    // No leg of the search is lost here.
    expect(unseen).toEqual(['search.degraded']);
  });

  it('has each field on its page, and no other', () => {
    for (const type of typesOfSchema()) {
      const section = page.split(/^## /m).find((part) => part.startsWith(`\`${type}\`\n`)) ?? '';
      const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map((match) => match[1]!);
      const inTable = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]!));
      const fields = fieldsOf(type).filter((field) => field !== 'type');
      expect(inTable.sort(), type).toEqual(fields.sort());
    }
  });
});

function typesOfSchema(): readonly string[] {
  return schema.oneOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)!);
}

function fieldsOf(type: string): string[] {
  return Object.keys(schema.$defs[type].properties);
}
