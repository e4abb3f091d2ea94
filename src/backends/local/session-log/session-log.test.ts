import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TelemetryEvent } from '../../../calling/index.ts';
import { readSessionLog } from './read-session-log.ts';
import { openSessionLog } from './session-log-writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscout-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const event = (session: string): TelemetryEvent => ({
  v: 1,
  at: '2026-11-30T12:00:00.000Z',
  session,
  type: 'describe',
  tools: ['a'],
  bytes: 1,
  ms: 1,
});
const sessionsOf = async (path: string) => (await readSessionLog(path)).events.map(({ session }) => session);

describe('the session log', () => {
  it('keeps each event as a line that is there as soon as it was told, for its owner only', async () => {
    const log = openSessionLog({ path: join(folder, 'deep', 'log.jsonl') });
    log.sink(event('a'));
    log.sink(event('b'));
    expect(
      readFileSync(log.file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual([event('a'), event('b')]);
    expect(statSync(log.file).mode & 0o077).toBe(0);
    expect(await readSessionLog(log.file)).toEqual({ files: [log.file], events: [event('a'), event('b')], skipped: 0 });
  });

  it('loses to a line that was cut off nothing but that line', async () => {
    const path = join(folder, 'log.jsonl');
    openSessionLog({ path }).sink(event('a'));
    appendFileSync(path, JSON.stringify(event('cut')).slice(0, 30));
    expect(await readSessionLog(path)).toMatchObject({ events: [event('a')], skipped: 1 });
    const log = openSessionLog({ path });
    log.sink(event('b'));
    log.sink(event('c'));
    expect(await readSessionLog(path)).toMatchObject({ events: [event('a'), event('b'), event('c')], skipped: 1 });
  });

  it('passes over lines of other programs and other versions', async () => {
    const path = join(folder, 'log.jsonl');
    const lines = ['', 'null', '[]', '{"level":30}', { ...event('later'), v: 2 }, { ...event('odd'), type: 'dance' }];
    const broken = [
      { ...event('x'), tools: 'a' },
      { ...event('x'), at: 'yesterday' },
      { ...event('x'), type: 'toString' },
    ];
    const texts = [...lines, ...broken].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(path, `\ufeff${texts.join('\n')}\r\n${JSON.stringify({ ...event('good'), more: 1 })}\r\n`);
    expect(await sessionsOf(path)).toEqual(['good']);
    expect((await readSessionLog(path)).skipped).toBe(8);
  });

  it('puts a full file aside, keeps so many, and reads them in order', async () => {
    const path = join(folder, 'log.jsonl');
    const line = JSON.stringify(event('00')).length + 1;
    const log = openSessionLog({ path, maxBytes: 2 * line, keep: 2 });
    for (let i = 0; i < 9; i++) log.sink(event(String(i).padStart(2, '0')));
    expect(readdirSync(folder).sort()).toEqual(['log.1.jsonl', 'log.2.jsonl', 'log.jsonl']);
    expect(await sessionsOf(path)).toEqual(['04', '05', '06', '07', '08']);
  });

  it('writes an event that is larger than a file all the same', async () => {
    const path = join(folder, 'log.jsonl');
    const log = openSessionLog({ path, maxBytes: 10 });
    for (const session of ['a', 'b']) log.sink(event(session));
    expect(await sessionsOf(path)).toEqual(['a', 'b']);
  });

  it('gives each process a file of its own in a folder, and reads them all', async () => {
    const path = join(folder, 'logs');
    const logs = [openSessionLog({ path }), openSessionLog({ path })];
    for (const [index, log] of logs.entries()) log.sink(event(`s${index}`));
    expect(new Set(readdirSync(path)).size).toBe(2);
    expect((await sessionsOf(path)).sort()).toEqual(['s0', 's1']);
  });

  it('takes several writers of one file', async () => {
    const path = join(folder, 'log.jsonl');
    const logs = [openSessionLog({ path }), openSessionLog({ path })];
    for (let i = 0; i < 20; i++) logs[i % 2]!.sink(event(`s${i}`));
    expect(await sessionsOf(path)).toEqual(Array.from({ length: 20 }, (_, i) => `s${i}`));
  });

  it('says what is wrong with a place it cannot write to or read, and goes on when that is mended', async () => {
    const path = join(folder, 'log.jsonl');
    mkdirSync(path);
    const log = openSessionLog({ path });
    expect(() => log.sink(event('a'))).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
    rmSync(path, { recursive: true });
    log.sink(event('b'));
    expect(await sessionsOf(path)).toEqual(['b']);
    await expect(readSessionLog(join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
