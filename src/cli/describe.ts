import type { Command } from 'commander';
import { resolveTool } from '../calling/index.ts';
import { type DescribeAnswer, toDescribeAnswer } from '../disclosure/index.ts';
import type { Tool } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { wrap } from './layout.ts';
import { openTools, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { type IndexOptions, isIndexGiven, withIndexOptions, withIndexTools } from './tool-index/index-tools.ts';
import { printWarning } from './warnings.ts';

/** `toolscout describe NAME`: everything a model gets to know of one tool. */
export function registerDescribe(program: Command, io: CliIo, finish: (code: number) => void): void {
  withIndexOptions(
    withToolsOptions(
      program.command('describe <name>').description('show one tool: description, signature and full schema'),
    ),
  )
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\n<name> is an id, a name from a search, or a unique ending of one.\n\nExample:\n  toolscout describe create_issue',
    )
    .action(async (name: string, options: DescribeOptions) => finish(await runDescribe(name, options, io)));
}

interface DescribeOptions extends ToolsOptions, IndexOptions {
  readonly json?: boolean;
}

async function runDescribe(name: string, options: DescribeOptions, io: CliIo): Promise<number> {
  if (isIndexGiven(options)) {
    return withIndexTools(options, io, ({ catalog }) => printTool(resolveTool(catalog, name), options, io));
  }
  const open = await openTools(options, io, name);
  try {
    const { gateway, catalog } = open;
    // The gateway also knows which servers are missing where the name is unknown.
    if (gateway !== undefined) await gateway.describe({ name });
    return printTool(resolveTool(catalog, name), options, io);
  } finally {
    await open.close();
  }
}

function printTool(tool: Tool, { json }: DescribeOptions, io: CliIo): number {
  const answer: DescribeAnswer = toDescribeAnswer(tool);
  if (json === true) {
    printJson(io, answer);
    return EXIT.done;
  }
  const columns = Math.min(io.columns, 120);
  io.stdout(`${answer.name}\n  id      ${answer.id}\n  server  ${answer.server}\n\n`);
  for (const paragraph of answer.description.split('\n')) io.stdout(`${wrap(paragraph, columns).join('\n')}\n`);
  io.stdout(`\n${wrap(answer.signature, columns).join('\n')}\n\n${JSON.stringify(answer.inputSchema, undefined, 2)}\n`);
  for (const warning of tool.warnings) printWarning(io, warning.message);
  return EXIT.done;
}
