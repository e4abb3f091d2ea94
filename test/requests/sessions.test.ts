import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSet } from '../../src/evaluation/index.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { readSessions } from './sessions.ts';

const sessions = readSessions();
const turns = sessions.flatMap((session) => session.turns);

describe('the session set', () => {
  it('holds sessions of several turns in three languages, with turns that need nothing and turns that need several tools', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(30);
    expect(turns.length).toBeGreaterThanOrEqual(120);
    expect(turns.filter(({ needs }) => needs.length === 0).length).toBeGreaterThan(20);
    expect(turns.filter(({ needs }) => needs.length > 1).length).toBeGreaterThan(15);
    for (const lang of ['en', 'ru', 'zh']) {
      expect(sessions.filter((session) => session.lang === lang).length).toBeGreaterThanOrEqual(10);
    }
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
    for (const { turns: own } of sessions) expect(own.length).toBeGreaterThanOrEqual(4);
  });

  it.skipIf(dataRoot === undefined)(
    `names only tools that exist (${dataRoot === undefined ? DATA_MISSING : 'found'})`,
    async () => {
      const { tools } = await readSet(join(dataRoot!, 'mcp-requests'));
      const known = new Set(tools.map(({ id }) => id));
      const unknown = turns.flatMap(({ needs }) => needs.flat()).filter((id) => !known.has(id));
      expect(unknown).toEqual([]);
      expect(turns.flatMap(({ needs }) => needs).filter((need) => need.length === 0)).toEqual([]);
    },
  );
});
