import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createBuiltInEmbedder } from '../../backends/index.ts';
import { createLogger, Gateway, serveGatewayHttp } from '../../gateway/index.ts';
import { isObject } from '../../shared/json.ts';
import { connectPlainClient, type PlainClient, type ServerSpec } from '../../sources/index.ts';
import { closeOnInterrupt } from '../interrupt.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { createProgressLine } from '../progress.ts';
import { type DemoReport, renderKilled, renderTask, renderTokens, renderWelcome } from './report.ts';
import { type DemoServer, demoServers, launchOf } from './servers.ts';
import { answerTask, DEMO_TASKS } from './tasks.ts';
import { measureTokens } from './token-bill.ts';

/** `toolscout demo`: real servers, a real MCP client, and the gateway between them. */
export function registerDemo(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('demo')
    .description('start real MCP servers behind the gateway, then search, describe and call')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nNeeds no key. Servers that are not installed are fetched with npx. Its files are in a temporary folder and go with it.',
    )
    .action(async (options: { json?: boolean }) => finish(await runDemo(options.json === true, io)));
}

/** The first start may have to download every server. */
const START_TIMEOUT_MS = 300_000;

async function runDemo(json: boolean, io: CliIo): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolscout-demo-')));
  const progress = createProgressLine(io);
  const say = (text: string) => {
    if (!json) io.stdout(text);
  };
  const gateway = new Gateway({
    servers: toSpecs(demoServers(folder), io),
    embedder: createBuiltInEmbedder(),
    log: createLogger('error'),
  });
  let serving: Awaited<ReturnType<typeof serveGatewayHttp>> | undefined;
  let client: PlainClient | undefined;
  const showStart = () => {
    const waiting = gateway.statuses().filter((status) => status.state === 'starting');
    progress.update(`Starting real MCP servers, waiting for ${waiting.map((status) => status.name).join(', ')}`);
  };
  const ticking = setInterval(showStart, 200);
  const close = async (): Promise<void> => {
    clearInterval(ticking);
    progress.clear();
    await client?.close();
    await serving?.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const stopListening = closeOnInterrupt(close);
  try {
    gateway.start();
    serving = await serveGatewayHttp(gateway, { port: 0 }, createLogger('error'));
    await gateway.settled();
    clearInterval(ticking);
    progress.clear();
    client = await connectPlainClient(serving.url, 'toolscout-demo');

    const statuses = gateway.statuses();
    for (const status of statuses.filter(({ state }) => state !== 'ready'))
      io.stderr(`${status.name}: ${status.message ?? status.state}\n`);
    const ready = statuses.filter(({ state }) => state === 'ready').length;
    const tools = gateway.catalog().tools.length;
    say(renderWelcome(ready, tools, client.protocolVersion));

    const before = gateway.catalog();
    const exchanges = [];
    for (const task of DEMO_TASKS) {
      const exchange = await answerTask(client, task, folder);
      exchanges.push(exchange);
      say(renderTask(task, exchange, io.columns));
    }
    const killed = await killOne(gateway, client);
    if (killed !== undefined) say(renderKilled(killed, io.columns));

    const tokens = await measureTokens(before, await client.listTools(), exchanges);
    const steps = exchanges.flatMap((exchange) => exchange.steps);
    const ok = ready === statuses.length && steps.every((step) => step.ok) && killed?.othersAnswer === true;
    const report: DemoReport = {
      ok,
      servers: ready,
      tools,
      steps,
      tokens,
      ...(killed === undefined ? {} : { killed }),
    };
    if (json) printJson(io, report);
    else say(renderTokens(report));
    return ok ? EXIT.done : EXIT.failed;
  } finally {
    await close();
    stopListening();
  }
}

function toSpecs(servers: readonly DemoServer[], io: CliIo): ServerSpec[] {
  const launches = servers.map((server) => ({ server, launch: launchOf(server) }));
  const fetched = launches.filter(({ launch }) => launch.fetched).map(({ server }) => server.package);
  if (fetched.length > 0) io.stderr(`Not installed here, fetched with npx: ${fetched.join(', ')}\n`);
  return launches.map(({ server, launch }) => ({
    name: server.name,
    transport: {
      kind: 'stdio',
      command: launch.command,
      args: launch.args,
      env: { ...(launch.fetched ? npmSettings(io) : {}), ...server.env },
    },
    startTimeoutMs: START_TIMEOUT_MS,
    origin: 'toolscout demo',
  }));
}

/** npx must reach the registry that this machine is set up for; servers get no other variable of ours. */
function npmSettings(io: CliIo): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [key, value] of Object.entries(io.environment.env)) {
    if (value !== undefined && /^(npm_config_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$)/i.test(key))
      settings[key] = value;
  }
  return settings;
}

/** Kills one server's process for good reason: what the others and the gateway do then is half of what a gateway is for. */
async function killOne(gateway: Gateway, client: PlainClient): Promise<DemoReport['killed']> {
  const victim = gateway.statuses().find(({ name }) => name === 'memory');
  if (victim?.pid === undefined) return undefined;
  const gone = new Promise<void>((resolve) => {
    const stop = gateway.onStatusChange(() => {
      if (gateway.statuses().some(({ name, state }) => name === victim.name && state !== 'ready')) {
        stop();
        resolve();
      }
    });
  });
  process.kill(victim.pid, 'SIGKILL');
  await gone;
  const [other, search] = await Promise.all([
    client.callTool('tool_call', { name: 'get-sum', arguments: { a: 1, b: 2 } }),
    client.callTool('tool_search', { query: 'knowledge graph' }),
  ]);
  const answer = search.structuredContent;
  const unavailable = isObject(answer) && Array.isArray(answer.unavailable) ? (answer.unavailable as unknown[]) : [];
  return {
    server: victim.name,
    othersAnswer: other.isError !== true && JSON.stringify(other).includes('3'),
    said: JSON.stringify(unavailable[0] ?? null),
  };
}
