import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerCall } from './call.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const SERVER = resolve(import.meta.dirname, '../../test/cases/servers/well-behaved.mjs');

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

describe('toolscout call', () => {
  it('is in the audit log like any other call, also where it is refused', async () => {
    const config = {
      mcpServers: { one: { command: process.execPath, args: [SERVER] } },
      audit: { file: 'audit.jsonl' },
    };
    await machine.write('project/toolscout.json', JSON.stringify(config));
    expect(
      await runCommandLine(['call', 'echo', '--args', '{"message":"hi"}', '--json'], machine.io, [registerCall]),
    ).toBe(0);
    expect(await runCommandLine(['call', 'nobody_has_this'], machine.io, [registerCall])).toBe(1);
    const lines = (await machine.read('project/audit.jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'begin', via: 'cli', tool: 'mcp:one:echo' },
      { event: 'end', via: 'cli', tool: 'mcp:one:echo', outcome: 'ok' },
      { event: 'end', via: 'cli', reference: 'nobody_has_this', outcome: 'refused' },
    ]);
  });
});
