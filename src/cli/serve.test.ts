import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from './run.ts';
import { registerServe, sayWhoIsServed } from './serve.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const serve = (...argv: string[]): Promise<number> => runCommandLine(['serve', ...argv], machine.io, [registerServe]);

describe('toolscout serve', () => {
  it.each([
    [['--http', ''], '--http is "", but must be a whole number from 0 to 65535.'],
    [['--http', 'abc'], '--http is "abc"'],
    [['--http', '70000'], '--http is "70000"'],
    [['--host', '0.0.0.0'], '--host means nothing on stdio.'],
    [['--http', '0', '--host', ''], '--host is empty.'],
  ])('refuses %j before it looks for a configuration', async (argv, message) => {
    expect(await serve(...argv)).toBe(2);
    expect(machine.stderr()).toContain(message);
  });

  it('starts no server where its port is taken', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    const mark = machine.at('home/started');
    const script = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
    const config = { mcpServers: { a: { command: process.execPath, args: ['-e', script] } } };
    await machine.write('project/toolscout.json', JSON.stringify(config));
    expect(await serve('--http', String(port))).toBe(1);
    expect(machine.stderr()).toContain(`Cannot listen on 127.0.0.1:${port}: EADDRINUSE`);
    expect(machine.exists('home/started')).toBe(false);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('refuses an address beyond this machine without the names it may be called by', async () => {
    await machine.write('project/toolscout.json', '{}');
    expect(await serve('--http', '0', '--host', '0.0.0.0')).toBe(1);
    expect(machine.stderr()).toContain('http.allowedHosts');
  });

  it('says to whoever typed it that it waits for a client, and nothing to a client', () => {
    sayWhoIsServed({ ...machine.io, isOutputTty: true });
    expect(machine.stderr()).toContain('toolscout install CLIENT');
    expect(machine.stderr()).toContain('--http');
    const before = machine.stderr();
    sayWhoIsServed({ ...machine.io, isTty: true, isOutputTty: false });
    expect(machine.stderr()).toBe(before);
  });
});
