import type { Command } from 'commander';
import { LOCAL_USER, type LoginReport, logIn } from '../sources/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { readNumber } from './numbers.ts';
import { openBrowser } from './open-browser.ts';
import { openConfig } from './open-tools.ts';
import { openSignInStore, serverOf } from './sign-ins.ts';

interface LoginCommandOptions {
  readonly config?: string;
  readonly user?: string;
  readonly scope?: readonly string[];
  readonly browser: boolean;
  readonly timeout?: string;
  readonly json?: boolean;
}

const DEFAULT_TIMEOUT_SECONDS = '300';

/** `toolscout login SERVER`: signs a person in to a server that asks for it. */
export function registerLogin(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('login <server>')
    .description('sign in to a remote server of the configuration that asks for it (OAuth)')
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--user <id>', 'sign in for this caller of a gateway with "auth", instead of for whoever runs the gateway')
    .option('--scope <scope...>', 'ask for these scopes, instead of what the server says it needs')
    .option('--no-browser', 'only print the address to visit')
    .option('--timeout <seconds>', 'longest wait for the visit', DEFAULT_TIMEOUT_SECONDS)
    .option('--json', 'one JSON object on stdout; the address to visit goes to stderr')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout login linear\n\nThe browser comes back to a port of this machine, 127.0.0.1. From another machine, forward that port.\nTokens are kept encrypted; a gateway that runs takes them up by itself.',
    )
    .action(async (server: string, options: LoginCommandOptions) => finish(await runLogin(server, options, io)));
}

async function runLogin(server: string, options: LoginCommandOptions, io: CliIo): Promise<number> {
  const seconds = readNumber(options.timeout ?? DEFAULT_TIMEOUT_SECONDS, { flag: '--timeout', min: 1, max: 3_600 });
  const config = await openConfig(options, io);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`nobody came back within ${seconds} s`)), seconds * 1000);
  try {
    const report = await logIn({
      spec: serverOf(config, server),
      store: openSignInStore(io),
      user: options.user ?? LOCAL_USER,
      ...(options.scope === undefined ? {} : { scopes: options.scope }),
      clientName: 'Toolscout',
      visit: (url) => {
        io.stderr(`Sign in to ${server} at ${url.host}:\n\n  ${url.href}\n\nWaiting for you to come back …\n`);
        if (options.browser) openBrowser(url, io);
      },
      signal: late.signal,
    });
    if (options.json === true) printJson(io, { ok: true, ...withTime(report) });
    else io.stdout(`${sentence(report)}\n`);
    return EXIT.done;
  } finally {
    clearTimeout(timer);
  }
}

function sentence({ server, authorizationServer, scopes, renewable, expiresAt }: LoginReport): string {
  const what = scopes.length === 0 ? '' : ` for ${scopes.join(', ')}`;
  const end = expiresAt === undefined || renewable ? '' : `; it ends at ${new Date(expiresAt).toISOString()}`;
  return `Signed in to ${server} at ${authorizationServer}${what}${end}.`;
}

function withTime({ expiresAt, ...report }: LoginReport): Readonly<Record<string, unknown>> {
  return { ...report, ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }) };
}
