import type { Command } from 'commander';
import { closeOnInterrupt } from '../interrupt.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { readNumber } from '../numbers.ts';
import { createGateway, openConfig } from '../open-tools.ts';
import { waitForServers } from '../wait-for-servers.ts';
import { printWarning } from '../warnings.ts';
import { examine } from './examine.ts';
import { printExaminations } from './report.ts';
import { unmatchedNames } from './unmatched-names.ts';

interface DoctorOptions {
  readonly config?: string;
  readonly wait?: string;
  readonly json?: boolean;
}

const DEFAULT_WAIT_SECONDS = '30';
const MAX_WAIT_SECONDS = 3_600;

/** `toolscout doctor`: starts each configured server, names what is wrong with it and what to do. */
export function registerDoctor(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('doctor')
    .description('start every configured server, name what is wrong with each and what to do about it')
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--wait <seconds>', 'longest wait for servers that are still starting', DEFAULT_WAIT_SECONDS)
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nLooks at the configuration (variables included), the command, the start, the handshake, the list and the schemas.\nExit code 1 when a server has a fault; warnings alone are 0.',
    )
    .action(async (options: DoctorOptions) => finish(await runDoctor(options, io)));
}

async function runDoctor(options: DoctorOptions, io: CliIo): Promise<number> {
  const seconds = readNumber(options.wait ?? DEFAULT_WAIT_SECONDS, {
    flag: '--wait',
    min: 0,
    max: MAX_WAIT_SECONDS,
    fractions: true,
  });
  const config = await openConfig(options, io);
  // The owner looks at every server, whatever a session may use.
  const everything = { ...config, policy: { book: {}, session: {} } };
  const gateway = createGateway(everything, io, 'silent', { startGrace: false });
  const stopListening = closeOnInterrupt(() => gateway.close());
  try {
    const startedAt = Date.now();
    gateway.start();
    await waitForServers(gateway, { waitMs: seconds * 1000 }, io);
    const servers = examine({
      config,
      statuses: gateway.statuses(),
      catalog: gateway.catalog(),
      failureOf: (server) => gateway.failureOf(server),
      startedAt,
      waitedMs: seconds * 1000,
    });
    const sound = servers.every(({ verdict }) => verdict !== 'faulty');
    // Of a server that is down nobody knows which tools it has.
    const unmatched = sound ? unmatchedNames(config, gateway.catalog()) : [];
    for (const { path, message } of unmatched) printWarning(io, `${path}: ${message}`);
    const warnings = [...config.warnings, ...unmatched];
    if (options.json === true) printJson(io, { config: config.path, sound, servers, warnings });
    else printExaminations(servers, io);
    return sound ? EXIT.done : EXIT.failed;
  } finally {
    await gateway.close();
    stopListening();
  }
}
