import { afterEach, describe, expect, it } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

const open: StdioTransport[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

/** A transport to a Node process that runs the script, with everything it hands on. */
async function run(
  script: string,
): Promise<{ transport: StdioTransport; messages: unknown[]; noise: string[]; closed: Promise<void> }> {
  const messages: unknown[] = [];
  const noise: string[] = [];
  const spec = { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} } as const;
  const transport = new StdioTransport(spec, (line) => noise.push(line));
  open.push(transport);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  transport.onmessage = (message) => messages.push(message);
  await transport.start();
  return { transport, messages, noise, closed };
}

describe('StdioTransport', () => {
  it('hands on every JSON value, lists one by one, and tells of other lines', async () => {
    const { messages, noise, closed, transport } = await run(
      `process.stdout.write('starting\\n{"a":1}\\n\\n[{"b":2},{"c":3}]\\n{"cut":\\n"text"\\n{"last":"é"}')`,
    );
    await closed;
    expect(messages).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, 'text', { last: 'é' }]);
    expect(noise).toEqual(['starting', '{"cut":']);
    expect(transport.exit).toEqual({ code: 0, signal: null });
  });

  it('ends a server that writes a line without end', async () => {
    const { transport, closed } = await run(
      `const part = 'x'.repeat(1 << 20); const more = () => { while (process.stdout.write(part)); process.stdout.once('drain', more); }; more();`,
    );
    await closed;
    expect(transport.fault).toContain('longer than 64 MiB');
    expect(transport.exit?.signal).toBe('SIGKILL');
  });

  it('ends a server step by step: a closed stdin, then SIGTERM, then SIGKILL', async () => {
    const { transport } = await run('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")');
    await transport.close();
    expect(transport.exit?.signal).toBe('SIGKILL');
    const polite = await run('setInterval(() => {}, 1000)');
    await polite.transport.close();
    expect(polite.transport.exit?.signal).toBe('SIGTERM');
    const eager = await run('process.stdin.resume().on("end", () => process.exit(0))');
    await eager.transport.close();
    expect(eager.transport.exit).toEqual({ code: 0, signal: null });
  });

  it('neither starts nor sends once it is closed', async () => {
    const { transport } = await run('process.stdin.resume()');
    await transport.close();
    await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('not running');
    await expect(transport.start()).rejects.toThrow('closed');
  });
});
