import { describe, expect, it } from 'vitest';
import type { TelemetryEvent } from '../../calling/index.ts';
import { createScriptedModel } from '../../llm/index.ts';
import { createCatalog } from '../../tools/index.ts';
import type { SearcherAnswer } from '../evaluate.ts';
import { recordedRequests } from './recorded-requests.ts';
import { replaySessions } from './replay-sessions.ts';
import { writeUnservedRequests } from './unserved-requests.ts';

let minute = 0;
const at = (): string => `2026-11-30T12:${String(minute++).padStart(2, '0')}:00.000Z`;
const search = (query: string | undefined, hits: readonly string[], session = 's'): TelemetryEvent => ({
  v: 1,
  at: at(),
  session,
  type: 'search',
  queryLength: 1,
  queryHash: '0000000000000000',
  ...(query === undefined ? {} : { query }),
  verdict: hits.length === 0 ? 'none' : 'confident',
  tier: 't',
  hits,
  shown: hits.length,
  total: hits.length,
  ms: 1,
});
const call = (tool: string, more: object = {}, session = 's'): TelemetryEvent =>
  ({
    v: 1,
    at: at(),
    session,
    type: 'call',
    callId: tool,
    entrance: 'bridge',
    outcome: 'ok',
    ran: true,
    ms: 1,
    tool,
    ...more,
  }) as TelemetryEvent;

describe('recordedRequests', () => {
  it('labels a search by the call of what it offered, also after another search', () => {
    const { requests } = recordedRequests([
      search('write to Anna', ['send', 'read']),
      search('is there rain', ['weather']),
      call('send'),
      call('weather'),
    ]);
    expect(requests.map(({ text, called }) => [text, [...called]])).toEqual([
      ['write to Anna', [['send', 2]]],
      ['is there rain', [['weather', 2]]],
    ]);
  });

  it('gives a call that nothing offered to the search before it, as a miss', () => {
    const { requests } = recordedRequests([search('write to Anna', []), call('send')]);
    expect(requests).toMatchObject([{ verdict: 'none', hits: [] }]);
    expect([...requests[0]!.called]).toEqual([['send', 1]]);
  });

  it('joins equal requests, keeps sessions apart, and takes no label from what failed or was direct', () => {
    const { requests, withoutText } = recordedRequests([
      search('write', ['send'], 'a'),
      search('rain', ['weather'], 'b'),
      call('send', {}, 'b'),
      search('write', ['send'], 'b'),
      call('send', { outcome: 'refused' }, 'a'),
      call('send', { entrance: 'direct' }, 'a'),
      search(undefined, ['send'], 'a'),
    ]);
    expect(requests.map(({ text, times }) => [text, times])).toEqual([
      ['write', 2],
      ['rain', 1],
    ]);
    expect([...requests[0]!.called]).toEqual([]);
    expect([...requests[1]!.called]).toEqual([['send', 1]]);
    expect(withoutText).toBe(1);
  });

  it('tells languages by their script', () => {
    const { requests } = recordedRequests(
      ['письмо Анне', '给安娜写信', 'アンナへ', 'a letter'].map((text) => search(text, [])),
    );
    expect(requests.map(({ lang }) => lang)).toEqual(['ru', 'zh', 'ja', 'en']);
  });
});

describe('replaySessions', () => {
  const answers: Record<string, SearcherAnswer> = {
    kept: { verdict: 'confident', callable: true, ranked: [{ id: 'a' }] },
    fell: { verdict: 'confident', callable: true, ranked: [{ id: 'x' }, { id: 'y' }, { id: 'a' }] },
    rose: { verdict: 'confident', callable: true, ranked: [{ id: 'a' }] },
    refused: { verdict: 'none', callable: false, ranked: [{ id: 'a' }] },
    open: { verdict: 'ambiguous', callable: true, ranked: [{ id: 'z' }] },
    past: { verdict: 'confident', callable: true, ranked: [{ id: 'a' }] },
  };
  const { requests } = recordedRequests([
    ...['kept', 'fell', 'refused'].flatMap((text) => [search(text, ['a', 'x']), call('a')]),
    search('rose', ['x', 'a']),
    call('a'),
    search('open', ['x']),
    search('past', ['old']),
    call('old'),
  ]);

  it('tells what a change did to the tools that were called', async () => {
    const replay = await replaySessions(requests, async (text) => answers[text]!, {
      shown: 2,
      exists: (tool) => tool !== 'old',
    });
    expect(replay).toMatchObject({
      requests: 6,
      labelled: 4,
      shownThen: 4,
      shownNow: 2,
      firstThen: 3,
      firstNow: 2,
      better: 1,
      worse: 2,
      same: 1,
      gone: ['old'],
      verdicts: { 'confident → none': 1, 'confident → ambiguous': 1 },
    });
    expect(replay.moved.map(({ text }) => text)).not.toContain('kept');
    expect(replay.moved.at(-1)).toMatchObject({ text: 'rose', tool: 'a', from: 2, to: 1 });
  });
});

describe('writeUnservedRequests', () => {
  it('takes the texts that are requests', async () => {
    const { tools } = createCatalog([{ source: { kind: 'mcp', name: 's' }, definition: { name: 'send' } }]);
    const model = createScriptedModel([
      '{"requests":["Iron my shirt","Iron my shirt","  ",7,"Walk the\\ndog","third"]}',
      'no',
    ]);
    expect(await writeUnservedRequests(model, tools, 2)).toEqual(['Iron my shirt', 'Walk the dog']);
    expect(await writeUnservedRequests(model, tools, 2)).toEqual([]);
  });
});
