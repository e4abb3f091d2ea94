import type { Command } from 'commander';
import { LOCAL_USER, logOut } from '../sources/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { openConfig } from './open-tools.ts';
import { openSignInStore, serverOf } from './sign-ins.ts';

interface LogoutOptions {
  readonly config?: string;
  readonly user?: string;
  readonly json?: boolean;
}

/** `toolscout logout SERVER`: forgets the tokens and the registration. */
export function registerLogout(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('logout <server>')
    .description('forget the sign-in at a server, and have its authorization server forget it too')
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--user <id>', 'the sign-in of this caller of a gateway with "auth"')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExample:\n  toolscout logout linear')
    .action(async (server: string, options: LogoutOptions) => finish(await runLogout(server, options, io)));
}

async function runLogout(server: string, options: LogoutOptions, io: CliIo): Promise<number> {
  const config = await openConfig(options, io);
  const report = await logOut(serverOf(config, server), openSignInStore(io), options.user ?? LOCAL_USER);
  if (options.json === true) printJson(io, { ok: true, ...report });
  else if (!report.wasSignedIn) io.stdout(`Nobody was signed in to ${server}.\n`);
  else io.stdout(`Signed out of ${server}${report.revoked ? ', and its tokens are revoked' : ''}.\n`);
  return EXIT.done;
}
