import { describe, expect, it } from 'vitest';
import { type Catalog, createCatalog, type ToolDefinition } from '../../tools/index.ts';
import { type CatalogHistory, createCatalogHistory } from '../catalog-history.ts';
import { toCallFailure } from '../failure.ts';
import { schemaFingerprint } from '../fingerprint.ts';
import { toolOf, watchedPath } from '../test-calls.ts';
import type { CallRequest } from '../types.ts';
import { type Absence, absenceError, resolveTool } from './resolve.ts';

const catalog = (servers: Readonly<Record<string, readonly ToolDefinition[]>>): Catalog =>
  createCatalog(
    Object.entries(servers).flatMap(([name, tools]) =>
      tools.map((definition) => ({ source: { kind: 'mcp' as const, name }, definition })),
    ),
  );
const SEND = toolOf('send', { to: { type: 'string' } }, { required: ['to'] });
const SEND_NOW = toolOf('send', { to: { type: 'string' }, at: { type: 'string' } }, { required: ['to', 'at'] });
const LIST = toolOf('list');

const historyOf = (...catalogs: readonly Catalog[]): CatalogHistory => {
  const history = createCatalogHistory();
  for (const one of catalogs) history.remember(one);
  return history;
};
const callIn = async (now: Catalog, history: CatalogHistory, request: CallRequest, explain?: () => Absence) => {
  const { path, sent, events } = watchedPath({
    history: () => history,
    ...(explain === undefined ? {} : { explainAbsence: explain }),
  });
  const answer = await path.call(now, request).catch(toCallFailure);
  const resolved = events.find((event) => event.stage === 'resolved');
  return { answer, ran: sent.length, change: resolved?.change };
};

describe('a call of a tool that was found earlier', () => {
  const before = catalog({ mail: [SEND, LIST] });
  const same = catalog({ mail: [SEND, LIST], chat: [LIST] });
  const changed = catalog({ mail: [SEND_NOW, LIST] });
  const gone = catalog({ mail: [LIST] });
  const pinned = (args: unknown): CallRequest => ({
    reference: 'mail__send',
    arguments: args,
    foundUnder: { epoch: before.epoch },
  });

  it('runs where nothing changed', async () => {
    expect(await callIn(before, historyOf(before), pinned({ to: 'x' }))).toMatchObject({ ran: 1, change: 'same' });
    expect(await callIn(same, historyOf(before, same), pinned({ to: 'x' }))).toMatchObject({ ran: 1 });
  });

  it('runs where the schema changed and the arguments still fit', async () => {
    const loose = catalog({ mail: [toolOf('send', { to: { type: 'string' }, cc: { type: 'string' } }), LIST] });
    expect(await callIn(loose, historyOf(before, loose), pinned({ to: 'x' }))).toMatchObject({
      ran: 1,
      change: 'schema-changed',
    });
  });

  it('is told the new signature where they do not fit any more', async () => {
    const { answer, ran } = await callIn(changed, historyOf(before, changed), pinned({ to: 'x' }));
    expect(ran).toBe(0);
    expect(answer).toMatchObject({
      code: 'SCHEMA_CHANGED',
      path: '/at',
      signature: '{ to: string, at: string }',
      ran: false,
    });
  });

  it('can be pinned by the schema alone', async () => {
    const tool = before.byName('mail__send')!;
    const request = { ...pinned({ to: 'x' }), foundUnder: { fingerprint: schemaFingerprint(tool) } };
    expect(await callIn(before, historyOf(), request)).toMatchObject({ ran: 1, change: 'same' });
    expect((await callIn(changed, historyOf(), request)).answer).toMatchObject({ code: 'SCHEMA_CHANGED' });
  });

  it('goes by what it was last shown where it says nothing', async () => {
    const shown = before.byName('mail__send')!;
    const history = { ...historyOf(before, changed), shownAs: () => schemaFingerprint(shown) };
    const request = { reference: 'mail__send', arguments: { to: 'x' } };
    expect((await callIn(changed, history, request)).answer).toMatchObject({ code: 'SCHEMA_CHANGED', ran: false });
    expect(await callIn(before, history, request)).toMatchObject({ ran: 1, change: 'same' });
  });

  it('is told that the tool was removed', async () => {
    for (const request of [pinned({ to: 'x' }), { reference: 'send', arguments: {} }]) {
      const { answer, ran } = await callIn(gone, historyOf(before, changed, gone), request);
      expect(answer).toMatchObject({ code: 'TOOL_REMOVED', tool: 'mail__send', ran: false });
      expect(ran).toBe(0);
    }
  });

  it.each<[Absence, string]>([
    [{ kind: 'server-down', message: 'mail is down' }, 'SERVER_UNAVAILABLE'],
    [{ kind: 'not-allowed' }, 'NOT_ALLOWED'],
  ])('is told of %j as the host knows it', async (absence, code) => {
    const { answer } = await callIn(gone, historyOf(before, gone), pinned({ to: 'x' }), () => absence);
    expect(answer).toMatchObject({ code, tool: 'mail__send', ran: false });
  });

  it.each<[Absence | undefined, string, RegExp, RegExp]>([
    [undefined, 'TOOL_REMOVED', /removed/, /Search/],
    [{ kind: 'removed' }, 'TOOL_REMOVED', /removed/, /Search/],
    [{ kind: 'not-allowed' }, 'NOT_ALLOWED', /not allowed any more\.$/, /user/],
    [{ kind: 'not-allowed', reason: 'on leave' }, 'NOT_ALLOWED', /not allowed any more: on leave\.$/, /user/],
    [{ kind: 'server-down' }, 'SERVER_UNAVAILABLE', /"mail" is down/, /again/],
    [
      { kind: 'server-down', message: 'mail sleeps', next: 'Wake it.' },
      'SERVER_UNAVAILABLE',
      /^mail sleeps$/,
      /^Wake it\.$/,
    ],
  ])('says what is known and what to do of %j', (absence, code, message, next) => {
    const [tool] = before.tools;
    const error = absenceError(tool!, 'r'.repeat(200), absence ?? { kind: 'removed' });
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(message),
      next: expect.stringMatching(next),
      details: { tool: tool!.name, reference: `${'r'.repeat(119)}…`, server: 'mail', ran: false },
    });
  });

  it('never runs another tool that has got the name meanwhile', async () => {
    const other = catalog({ chat: [SEND] });
    const request = { reference: 'send', arguments: { to: 'x' }, foundUnder: { epoch: before.epoch } };
    expect(await callIn(other, historyOf(before, other), request)).toMatchObject({
      ran: 0,
      answer: { code: 'TOOL_REMOVED', tool: 'mail__send' },
    });
    // Nobody who did not find it earlier is held up.
    expect(await callIn(other, historyOf(before, other), { ...request, foundUnder: {} })).toMatchObject({ ran: 1 });
  });

  it('goes on where the epoch is forgotten', async () => {
    const history = createCatalogHistory({ maxChanges: 1 });
    for (const one of [before, same, changed]) history.remember(one);
    expect(await callIn(changed, history, pinned({ to: 'x', at: 'y' }))).toMatchObject({ ran: 1, change: 'unknown' });
  });

  it('is unknown to who never saw it', async () => {
    const { answer } = await callIn(gone, historyOf(gone), pinned({ to: 'x' }));
    expect(answer).toMatchObject({ code: 'UNKNOWN_TOOL' });
  });
});

describe('the bridge inside the bridge', () => {
  const bridgeNames = ['tool_search', 'tool_call'];
  const tools = catalog({ mail: [LIST], other: [toolOf('tool_call')] });

  it.each([
    'tool_call',
    ' tool_search ',
    'toolscout__tool_call',
    'mcp__toolscout__tool_search',
    'mcp:toolscout:tool_call',
  ])('is refused under the name %j', async (reference) => {
    const { path, sent, events } = watchedPath({ bridgeNames });
    expect(await path.call(tools, { reference, arguments: {} }).catch(toCallFailure)).toMatchObject({
      code: 'BRIDGE_IN_BRIDGE',
      ran: false,
    });
    expect(sent).toEqual([]);
    expect(events.map(({ stage }) => stage)).toEqual(['received', 'finished']);
  });

  it('does not stand in the way of a server’s own tool of that name', async () => {
    const { path, sent } = watchedPath({ bridgeNames });
    await path.call(tools, { reference: 'other__tool_call', arguments: {} });
    expect(sent.map(({ tool }) => tool.id)).toEqual(['mcp:other:tool_call']);
  });
});

describe('a reference that means no tool', () => {
  const two = catalog({ a: [toolOf('send')], b: [toolOf('send')] });
  const refused = (reference: string) => {
    try {
      return resolveTool(two, reference);
    } catch (error) {
      return error;
    }
  };

  it('is told the full names of those that it could mean', () => {
    expect(refused('send')).toMatchObject({
      code: 'AMBIGUOUS_TOOL',
      message: '"send" is the name of 2 tools.',
      next: 'Use one of these full names: a__send, b__send.',
      details: { tools: ['a__send', 'b__send'] },
    });
    const many = catalog(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`s${index}`, [toolOf('x')]])));
    expect(() => resolveTool(many, 'x')).toThrow(
      expect.objectContaining({ next: expect.stringMatching(/^[^,]+(?:, [^,]+){19}\.$/) }),
    );
  });

  it('is told close names, or to search', () => {
    expect(refused('senf')).toMatchObject({
      code: 'UNKNOWN_TOOL',
      next: 'Close names: a__send, b__send. Or search again.',
      details: { reference: 'senf', similar: ['a__send', 'b__send'] },
    });
    expect(refused('z'.repeat(200))).toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: `There is no tool named "${'z'.repeat(119)}…".`,
      next: 'Search for the tool you need.',
      details: { reference: `${'z'.repeat(119)}…`, similar: [] },
    });
  });
});
