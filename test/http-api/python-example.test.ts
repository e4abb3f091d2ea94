import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseServer, startHttp, writeConfig } from '../e2e/gateway-process.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../examples/http-api/agent.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs the example against a gateway. */
const agent = (url: string, ...args: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = execFile(
      'python3',
      [EXAMPLE, ...args],
      { env: { ...process.env, TOOLSCOUT_URL: new URL(url).origin } },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
  });

it('the Python example has forty lines at most, and imports nothing that has to be installed', () => {
  const lines = readFileSync(EXAMPLE, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  const imports = lines.filter((line) => /^(?:import|from) /.test(line)).map((line) => line.split(' ')[1]);
  expect(imports).toEqual(['json', 'os', 'sys', 'urllib.error', 'urllib.request', 'uuid']);
});

describe.skipIf(!hasPython)('the Python example against the built gateway (skipped without python3)', () => {
  let config: ReturnType<typeof writeConfig>;
  let gateway: Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => {
    config = writeConfig({ files: caseServer('well-behaved.mjs') }, { search: { deep: false } });
    gateway = await startHttp(config.path);
  }, 60_000);
  afterAll(async () => {
    await gateway?.stop();
    config?.remove();
  });

  it('finds a tool, looks at it and runs it', async () => {
    const { code, stdout, stderr } = await agent(gateway.url, 'echo', '{"message": "привет"}');
    expect(stderr).toMatch(/^(?:exact|confident|ambiguous): files__echo /);
    expect([code, stdout]).toEqual([0, expect.stringContaining('привет')]);
  });

  it('says with a code what the gateway refuses', async () => {
    const { code, stderr } = await agent(gateway.url, 'echo', '{"message": 7}');
    expect([code, stderr]).toEqual([1, expect.stringContaining('INVALID_ARGUMENTS: ')]);
  });
});
