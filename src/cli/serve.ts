import type { Command } from 'commander';
import { createBuiltInDeepEmbedder } from '../backends/index.ts';
import { ToolscoutError } from '../errors.ts';
import {
  createLogger,
  type Gateway,
  type LoadedConfig,
  serveGatewayHttp,
  serveGatewayStdio,
} from '../gateway/index.ts';
import { type CliIo, EXIT } from './io.ts';
import { plural } from './layout.ts';
import { createGateway, openConfig } from './open-tools.ts';
import { createProgressLine } from './progress.ts';

interface ServeOptions {
  readonly config?: string;
  readonly http?: string | true;
  readonly host?: string;
}

/** `toolscout serve`: the gateway itself, for one client on stdio or many on HTTP. */
export function registerServe(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('serve')
    .description('run the gateway: MCP on stdin and stdout, or over HTTP')
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--http [port]', 'serve Streamable HTTP at /mcp instead of stdio; 0 picks a free port')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .addHelpText(
      'after',
      '\nOn stdio nothing but MCP goes to stdout; log lines go to stderr (TOOLSCOUT_LOG=silent|error|warn|info|debug).\nPut it into a client with "toolscout install CLIENT".',
    )
    .action(async (options: ServeOptions) => finish(await runServe(options, io)));
}

/** Port used when neither the command line nor the configuration names one. */
const DEFAULT_PORT = 8420;

async function runServe(options: ServeOptions, io: CliIo): Promise<number> {
  const config = await openConfig(options, io);
  const progress = createProgressLine(io);
  const deepEmbedder = createBuiltInDeepEmbedder({
    machine: io.environment,
    warn: (message) => io.stderr(`warning: ${message}\n`),
  });
  const gateway = createGateway(config, io, 'info', {
    deepEmbedder,
    onEmbedding: ({ state, embedded, total }) => {
      if (state === 'embedding') progress.update(`Preparing the deep model ${embedded}/${total}`);
      else progress.clear();
    },
  });
  gateway.start();
  const log = createLogger('error');
  if (options.http === undefined) {
    const serving = serveGatewayStdio(gateway, log);
    await clientGoneOrSignal(true);
    await serving.close();
  } else {
    const serving = await serveHttp(gateway, config, options, io);
    await clientGoneOrSignal(false);
    await serving.close();
  }
  await gateway.close();
  await deepEmbedder.close();
  return EXIT.done;
}

async function serveHttp(
  gateway: Gateway,
  config: LoadedConfig,
  options: ServeOptions,
  io: CliIo,
): Promise<{ close(): Promise<void> }> {
  try {
    const port = options.http === true ? (config.http.port ?? DEFAULT_PORT) : readPort(String(options.http));
    const host = options.host ?? config.http.host;
    const serving = await serveGatewayHttp(
      gateway,
      { port, ...(host === undefined ? {} : { host }) },
      createLogger('error'),
    );
    io.stderr(`Toolscout serves ${serving.url}\n`);
    void gateway.settled().then(() => {
      const statuses = gateway.statuses();
      const ready = statuses.filter((status) => status.state === 'ready').length;
      io.stderr(
        `${plural(gateway.catalog().tools.length, 'tool')} from ${ready} of ${plural(statuses.length, 'server')}\n`,
      );
    });
    return serving;
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ToolscoutError('USAGE', `"${text}" is no port.`, { next: 'Give a number from 0 to 65535.' });
}

/** Resolves when the process is asked to end, or when the client on stdio has closed its side. */
function clientGoneOrSignal(stdio: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    if (stdio) {
      process.stdin.once('end', () => resolve());
      process.stdin.once('close', () => resolve());
    }
  });
}
