import { isAction } from '../case-file.ts';
import { listOf, textLeaves } from '../json.ts';
import type { OpResult, Outcome } from '../outcome.ts';
import type { World } from '../product/world.ts';
import { answerOf } from './answers.ts';
import { type OpGroup, stepPath, UnmappedError } from './op.ts';

/** Snippets, each in a run of its own, in the product's sandbox and nowhere else. */
export const CODE_OPS: OpGroup = {
  code: { fields: ['code'], run: ({ code }, { world }) => runSnippet(world, { code }) },
  code_each: {
    fields: ['snippets'],
    run: async ({ snippets }, context) => {
      const children: Outcome[] = [];
      for (const [index, code] of listOf(snippets).entries()) {
        children.push(await context.perform({ op: 'code', code }, { path: stepPath(context.path, index) }));
      }
      if (children.length === 0) throw new UnmappedError('op code_each: has no snippets');
      // As a whole it is everything that a model would read.
      return { value: children.map(({ answer, value }) => answer ?? value), children };
    },
  },
};

/** One call of the tool for snippets. The value is that of the snippet; what a model reads besides is the answer. */
export async function runSnippet(world: World, input: unknown): Promise<OpResult> {
  const session = await world.session();
  await world.settledGateway();
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((chunk: unknown, ...rest: never[]) => {
    written.push(String(chunk));
    return write.call(process.stdout, chunk as string, ...rest);
  }) as typeof write;
  try {
    const result = await answerOf(async () => {
      const answer = await session.code(input);
      if (answer.ok) return { value: answer.value, answer };
      const { code, kind, message } = answer.error!;
      const failure = { code: code ?? `CODE_${kind.toUpperCase()}`, message, details: {} };
      return { value: { error: answer.error }, answer, failure };
    });
    return { said: textLeaves(input), ...result, lines: written };
  } finally {
    process.stdout.write = write;
  }
}

/** Does a case run snippets? Its product then is in the mode for them. */
export function usesCode(...parts: readonly unknown[]): boolean {
  // Inputs of cases are nested deeper than a stack is.
  const open: unknown[] = [...parts];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const { op, tool, check, code, of } = part as Record<string, unknown>;
    if (isAction(part) && (op === 'code' || op === 'code_each')) return true;
    if (op === 'bridge_raw' && tool === 'tool_search_code') return true;
    if (op === 'surfaces' && listOf(of).includes('code')) return true;
    if (typeof check === 'string' && typeof code === 'string') return true;
    for (const inner of Object.values(part)) open.push(inner);
  }
  return false;
}
