import type { Command } from 'commander';
import type { CallContext, RawToolResult } from '../calling/index.ts';
import { CODE_TOOL_NAME } from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { Gateway } from '../gateway/index.ts';
import type { CodeAnswer } from '../sandbox/index.ts';
import { parseExact } from '../shared/exact-json.ts';
import { isObject } from '../shared/json.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { openTools, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { resultText } from './result-text.ts';
import { type IndexOptions, isIndexGiven, withIndexOptions } from './tool-index/index-tools.ts';
import { openServedIndex } from './tool-index/serve-index.ts';
import { watchCall } from './watch-call.ts';

interface CallOptions extends ToolsOptions, IndexOptions {
  readonly args?: string;
  readonly json?: boolean;
}

/** `toolscout call NAME`: runs a tool exactly as the gateway would. */
export function registerCall(program: Command, io: CliIo, finish: (code: number) => void): void {
  withIndexOptions(withToolsOptions(program.command('call <name>').description('run one tool and print its result')))
    .option('--args <json>', 'the arguments as one JSON object', '{}')
    .option('--json', 'the whole MCP result on stdout')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout call memory__create_entities --args \'{"entities":[]}\'\n\nIn the mode "code", tool_search_code runs a snippet: --args \'{"code":"return await tools.search(…)"}\'.\n\nExit code 1 when the tool did not run or reports an error.',
    )
    .action(async (name: string, options: CallOptions) => finish(await runCall(name, options, io)));
}

async function runCall(name: string, options: CallOptions, io: CliIo): Promise<number> {
  const args = parseArguments(options.args ?? '{}');
  if (options.tools !== undefined) {
    throw new ToolscoutError('USAGE', 'A catalogue file has nothing that runs its tools.', {
      next: 'Use --config with the servers.',
    });
  }
  if (isIndexGiven(options)) return callFromIndex(name, args, options, io);
  // A snippet may use any tool, so all servers are waited for.
  const open = await openTools(options, io, name === CODE_TOOL_NAME ? undefined : name);
  try {
    const gateway = open.gateway!;
    const isCode = name === CODE_TOOL_NAME && gateway.face.hasCode;
    const result = await watched(name, gateway, io, async (context) =>
      isCode ? toResult(await gateway.code(args, context)) : gateway.call({ name, arguments: args }, context),
    );
    return printResult(result, options.json, io);
  } finally {
    await open.close();
  }
}

/** The tool is looked up in the index, under its rights, and run by the server of the configuration that it came from. */
async function callFromIndex(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { index = '', filter, config, json }: CallOptions,
  io: CliIo,
): Promise<number> {
  if (config === undefined) {
    throw new ToolscoutError('USAGE', 'An index has nothing that runs its tools.', {
      next: 'Add --config FILE with the servers that the tools came from.',
    });
  }
  const served = await openServedIndex({ index, config, ...(filter === undefined ? {} : { filter }) }, io);
  try {
    const { session, doors } = served;
    const run = (context: CallContext): Promise<RawToolResult> => session.call({ name, arguments: args }, context);
    return printResult(await watched(name, doors.gateway, io, run), json, io);
  } finally {
    await served.close();
  }
}

/** Makes the call while the terminal shows that it runs, and asks where it needs consent. */
async function watched(
  name: string,
  gateway: Gateway | undefined,
  io: CliIo,
  run: (context: CallContext) => Promise<RawToolResult>,
): Promise<RawToolResult> {
  const watch = watchCall(name, gateway, io);
  try {
    return await run({ entrance: 'cli', ...watch.context });
  } finally {
    watch.end();
  }
}

function printResult(result: RawToolResult, json: boolean | undefined, io: CliIo): number {
  if (json === true) printJson(io, result);
  else io.stdout(resultText(result));
  return result.isError === true ? EXIT.failed : EXIT.done;
}

/** What the gateway would answer a client. */
function toResult(answer: CodeAnswer): RawToolResult {
  const content = [{ type: 'text', text: JSON.stringify(answer, null, 2) }];
  return { content, structuredContent: answer, ...(answer.ok ? {} : { isError: true }) };
}

function parseArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw new ToolscoutError('USAGE', '--args is not JSON.', {
      next: 'Quote it for the shell: --args \'{"key":"value"}\'.',
      cause,
    });
  }
  if (!isObject(value))
    throw new ToolscoutError('USAGE', '--args must be a JSON object.', { next: 'Write --args \'{"key":"value"}\'.' });
  return value;
}
