import type { Command } from 'commander';
import { resolveTool } from '../calling/index.ts';
import { toDescribeAnswer } from '../disclosure/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { wrap } from './layout.ts';
import { openTools, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { printWarning } from './warnings.ts';

/** `toolscout describe NAME`: everything a model gets to know of one tool. */
export function registerDescribe(program: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    program.command('describe <name>').description('show one tool: description, signature and full schema'),
  )
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\n<name> is an id, a name from a search, or a unique ending of one.\n\nExample:\n  toolscout describe create_issue',
    )
    .action(async (name: string, options: ToolsOptions & { json?: boolean }) =>
      finish(await runDescribe(name, options, io)),
    );
}

async function runDescribe(name: string, options: ToolsOptions & { json?: boolean }, io: CliIo): Promise<number> {
  const open = await openTools(options, io, name);
  try {
    const { gateway, catalog } = open;
    // The gateway also knows which servers are missing where the name is unknown.
    if (gateway !== undefined) await gateway.describe({ name });
    const tool = resolveTool(catalog, name);
    const answer = toDescribeAnswer(tool);
    if (options.json === true) {
      printJson(io, answer);
      return EXIT.done;
    }
    const columns = Math.min(io.columns, 120);
    io.stdout(`${answer.name}\n  id      ${answer.id}\n  server  ${answer.server}\n\n`);
    for (const paragraph of answer.description.split('\n')) io.stdout(`${wrap(paragraph, columns).join('\n')}\n`);
    io.stdout(
      `\n${wrap(answer.signature, columns).join('\n')}\n\n${JSON.stringify(answer.inputSchema, undefined, 2)}\n`,
    );
    for (const warning of tool.warnings) printWarning(io, warning.message);
    return EXIT.done;
  } finally {
    await open.close();
  }
}
