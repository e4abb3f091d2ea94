import { describe, expect, it } from 'vitest';
import { registerCall } from '../../src/cli/call.ts';
import { registerDoctor } from '../../src/cli/doctor/doctor.ts';
import { registerLogin } from '../../src/cli/login.ts';
import { registerLogout } from '../../src/cli/logout.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { createTestMachine, type TestMachine } from '../../src/cli/test-machine.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { createPlace, visitAsBrowser } from './place.ts';

const place = createPlace();

describe('a gateway over a server that asks for a sign-in', () => {
  it('names it in searches and calls, with what to do', async () => {
    const gateway = new Gateway({ servers: [place.spec()], signIns: place.signIns() });
    gateway.start();
    await gateway.settled();
    try {
      const found = await gateway.search({ query: 'show a page of the wiki' });
      expect(found).toMatchObject({
        unavailable: [{ server: 'wiki', state: 'needs-sign-in', message: expect.stringContaining('sign in') }],
      });
      await expect(gateway.call({ name: 'wiki__show', arguments: {} })).rejects.toMatchObject({
        code: 'UPSTREAM_SIGN_IN',
        next: expect.stringContaining('toolscout login wiki'),
        details: { ran: false },
      });
      await place.logIn();
      const stop = await new Promise<() => void>((resolve) => {
        const end = gateway.onStatusChange(() => {
          if (gateway.statuses()[0]?.state === 'ready') resolve(end);
        });
      });
      stop();
      const answer = await gateway.call({ name: 'wiki__show', arguments: {} });
      expect(answer).toMatchObject({ content: [{ text: 'show done' }] });
    } finally {
      await gateway.close();
    }
  });
});

describe('toolscout login and logout', () => {
  const COMMANDS = [registerLogin, registerLogout, registerDoctor, registerCall];

  async function onMachine(use: (machine: TestMachine, run: (...argv: string[]) => Promise<number>) => Promise<void>) {
    const machine = await createTestMachine();
    try {
      await machine.write(
        'project/toolscout.json',
        JSON.stringify({ mcpServers: { wiki: { url: place.server.url } } }),
      );
      // The person reads the address in the terminal and visits it.
      const io = {
        ...machine.io,
        stderr: (text: string) => {
          machine.io.stderr(text);
          const address = /^ {2}(http\S+\/authorize\S+)$/m.exec(text)?.[1];
          if (address !== undefined) void visitAsBrowser(new URL(address));
        },
      };
      await use(machine, (...argv) => runCommandLine(argv, io, COMMANDS));
    } finally {
      await machine.remove();
    }
  }

  it('sign a person in and out, and doctor says what is to be done', () =>
    onMachine(async (machine, run) => {
      expect(await run('doctor')).toBe(1);
      expect(machine.stdout()).toContain('wiki: fault in sign-in');
      expect(machine.stdout()).toMatch(/toolscout login wiki --config \S+toolscout\.json/);
      expect(await run('login', 'wiki', '--no-browser')).toBe(0);
      expect(machine.stdout()).toContain('Signed in to wiki at 127.0.0.1');
      expect(await run('call', 'wiki__show')).toBe(0);
      expect(place.server.calls).toEqual(['show']);
      expect(await run('logout', 'wiki')).toBe(0);
      expect(machine.stdout()).toContain('Signed out of wiki, and its tokens are revoked.');
      expect(await run('call', 'wiki__show')).toBe(1);
      const said = machine.stdout() + machine.stderr();
      for (const token of place.authorizationServer.issued) expect(said).not.toContain(token);
    }));

  it('know only the servers of the configuration', () =>
    onMachine(async (machine, run) => {
      expect(await run('login', 'other', '--json')).toBe(2);
      expect(JSON.parse(machine.stdout())).toMatchObject({
        error: { code: 'USAGE', next: 'Remote servers there: wiki.' },
      });
    }));
});
