import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ServerSpec, UpstreamLogEntry } from '../../src/sources/index.ts';
import {
  CASE_FOLDER,
  caseFile,
  closeAfterEach,
  nodeServer,
  openPool,
  processesWith,
  processMark,
  textOf,
  toolNames,
} from './harness.ts';

closeAfterEach();

const names = readdirSync(CASE_FOLDER).map((file) => file.replace('.mjs', ''));

/** Tools that each server has in the end, without its counters; a server that is missing here must fail. */
const EXPECTED_TOOLS: Readonly<Record<string, number>> = {
  'argv-echo': 1,
  'banner-on-stdout': 1,
  'crash-after-list': 1,
  'dies-mid-call': 2,
  'duplicate-names': 4,
  'first-list-fails': 1,
  'hang-on-call': 2,
  'huge-result': 3,
  'list-changed-storm': 1,
  'odd-results': 8,
  'paginated-list': 101,
  'progress-call': 1,
  'returns-invalid-json': 4,
  'slow-start': 1,
  'stderr-flood': 1,
  'tool-vanishes': 2,
  'weird-schemas': 16,
  'well-behaved': 3,
};

describe('the misbehaving servers, all at once', () => {
  it('each ends in a usable list or in a clear status, none disturbs another, and no process is left', async () => {
    expect(names).toHaveLength(20);
    const mark = processMark();
    const log: UpstreamLogEntry[] = [];
    const specs: ServerSpec[] = [
      ...names.map((name) => nodeServer(name, caseFile(name), { args: [mark], startTimeoutMs: 6000 })),
      {
        name: 'ghost',
        transport: { kind: 'stdio', command: 'definitely-not-a-command-9f3', args: ['--stdio'], env: {} },
      },
      {
        name: 'crash',
        transport: { kind: 'stdio', command: process.execPath, args: ['-e', 'process.exit(3)'], env: {} },
      },
    ];
    const pool = openPool(specs, (entry) => log.push(entry));
    pool.start();
    await pool.settled();

    for (const [name, count] of Object.entries(EXPECTED_TOOLS)) {
      expect([name, toolNames(pool.get(name)!).length]).toEqual([name, count]);
    }
    const failed = (name: string) => pool.get(name)!.status();
    expect(failed('hang-on-initialize')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('within 6 s'),
    });
    expect(failed('wrong-protocol-version')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('1999-01-01'),
    });
    expect(failed('wrong-protocol-version').message).toContain('2025-11-25');
    expect(failed('ghost')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('definitely-not-a-command-9f3'),
    });
    expect(failed('crash')).toMatchObject({ state: 'failed', message: expect.stringContaining('exited with code 3') });

    expect(textOf(await pool.get('banner-on-stdout')!.callTool('stock_level', { sku: 'A1' }))).toBe('17');
    expect(log).toContainEqual(
      expect.objectContaining({
        server: 'banner-on-stdout',
        message: expect.stringMatching(/^skipped a line of \d+ bytes on stdout/),
      }),
    );

    expect(processesWith(mark).length).toBeGreaterThan(15);
    await pool.close();
    expect(processesWith(mark)).toEqual([]);
    expect(pool.list().every((upstream) => upstream.status().state === 'closed')).toBe(true);
  });

  it('a hanging server delays no other', async () => {
    const pool = openPool([
      nodeServer('dead', caseFile('hang-on-initialize'), { startTimeoutMs: 30_000 }),
      nodeServer('plain', caseFile('well-behaved')),
    ]);
    pool.start();
    await pool.get('plain')!.start();
    expect(pool.get('plain')!.status().state).toBe('ready');
    expect(pool.get('dead')!.status().state).toBe('starting');
    await pool.settled(10);
    expect(pool.get('dead')!.status().state).toBe('starting');
  });

  it('accepts an old protocol version that it knows', async () => {
    const pool = openPool([
      nodeServer('older', caseFile('wrong-protocol-version'), { env: { PROTOCOL_VERSION: '2024-11-05' } }),
    ]);
    await pool.settled();
    expect(pool.get('older')!.status()).toMatchObject({ state: 'ready', protocolVersion: '2024-11-05', era: 'legacy' });
  });
});
