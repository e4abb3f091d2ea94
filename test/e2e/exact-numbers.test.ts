import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { BINARY, caseServer, writeConfig } from './gateway-process.ts';

const config = writeConfig({ plain: caseServer('well-behaved.mjs') });
afterAll(() => config.remove());

describe('the built gateway over stdio', () => {
  it('hands a server the digits that the client wrote', async () => {
    const child = spawn(process.execPath, [BINARY, 'serve', '--config', config.path], {
      env: { ...process.env, TOOLSCOUT_LOG: 'silent' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout });
    const send = (message: string) => child.stdin.write(`${message}\n`);
    send(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}',
    );
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    send(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"plain__echo","arguments":{"message":"x","id":864691128455135233}}}}',
    );
    let answer = '';
    for await (const line of lines) {
      if ((JSON.parse(line) as { id?: unknown }).id !== 2) continue;
      answer = line;
      child.stdin.end();
    }
    // The server puts the request line as it received it into its answer.
    expect(answer).toContain('\\\\\\"id\\\\\\":864691128455135233');
  });
});
