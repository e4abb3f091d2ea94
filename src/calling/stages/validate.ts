import { ToolscoutError } from '../../errors.ts';
import type { Tool } from '../../tools/index.ts';
import { mendArguments } from '../arguments/mend.ts';
import { expectedSignature } from '../expected-signature.ts';
import type { ArgumentRepair, CallArguments, ToolChange } from '../types.ts';
import { type ArgumentProblem, createArgumentValidator } from '../validation/index.ts';

/** Arguments after checking. With problems they are as given, because no mending made them fit. */
export interface CheckedArguments {
  readonly arguments: CallArguments;
  readonly repairs: readonly ArgumentRepair[];
  readonly problems: readonly ArgumentProblem[];
  readonly unchecked?: string;
}

/** Checks arguments against the tool's schema and mends what has one meaning only. Never throws. */
export function checkArguments(tool: Tool, args: CallArguments): CheckedArguments {
  const validate = createArgumentValidator(tool.inputSchema);
  const outcome = validate(args);
  if (outcome.valid) {
    const unchecked = outcome.unchecked === undefined ? {} : { unchecked: outcome.unchecked };
    return { arguments: args, repairs: [], problems: [], ...unchecked };
  }
  const mended = mendArguments(validate, args, outcome);
  return mended === undefined
    ? { arguments: args, repairs: [], problems: outcome.problems }
    : { ...mended, problems: [] };
}

/** A list that ends in a question has its end. */
function endOf(list: string): string {
  return /[.?!]$/.test(list) ? '' : '.';
}

/** The error of arguments that do not fit, with all that is needed to send better ones. */
export function misfit(tool: Tool, problems: readonly ArgumentProblem[], change: ToolChange): ToolscoutError {
  const [first] = problems;
  const signature = expectedSignature(tool);
  const list = problems.map((problem) => `${problem.path || '/'}: ${problem.message}`).join('; ');
  const changed = change === 'schema-changed';
  const message = changed
    ? `${tool.name} takes other arguments than when it was found: ${list}${endOf(list)}`
    : `Arguments of ${tool.name} do not fit: ${list}${endOf(list)}`;
  return new ToolscoutError(changed ? 'SCHEMA_CHANGED' : 'INVALID_ARGUMENTS', message, {
    next: `Correct the arguments and call again. It takes ${signature}.`,
    details: {
      tool: tool.name,
      path: first?.path ?? '',
      ...(first?.expected === undefined ? {} : { expected: first.expected }),
      signature,
      problems,
    },
  });
}
