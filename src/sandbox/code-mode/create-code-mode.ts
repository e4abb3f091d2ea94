import type { CallContext } from '../../calling/index.ts';
import type { Assembly, Bridge, CodeModeSeam } from '../../disclosure/index.ts';
import { createSandbox } from '../sandbox.ts';
import type { CodeLimits, Sandbox, SandboxAvailability } from '../types.ts';
import type { CodeAnswer } from './code-answer.ts';
import { runCodeTool } from './run-code-tool.ts';

export interface CodeModeOptions {
  /** What snippets search, describe and call by. */
  readonly bridge: Bridge;
  /** Default: one of its own, which {@link CodeMode.close} ends. */
  readonly sandbox?: Sandbox;
  /** Wall clock of one snippet in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Further bounds. */
  readonly limits?: Partial<CodeLimits>;
}

/** The mode `code` for a host that assembles its requests itself: the seam of `assemble`, and what runs the tool. */
export interface CodeMode extends CodeModeSeam {
  available(): Promise<SandboxAvailability>;
  /** Runs one call of `tool_search_code` over what was assembled. */
  run(
    assembly: Pick<Assembly, 'catalog' | 'authorized' | 'profile' | 'isExposed'>,
    input: unknown,
    context?: CallContext,
  ): Promise<CodeAnswer>;
  close(): Promise<void>;
}

/** Makes the mode `code` over a bridge. */
export function createCodeMode({ bridge, sandbox, timeoutMs, limits }: CodeModeOptions): CodeMode {
  const used = sandbox ?? createSandbox();
  const bounds = { ...limits, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return {
    available: () => used.available(),
    run: ({ catalog, authorized, profile, isExposed }, input, context = {}) => {
      const caller = { session: context.session, isProgram: true };
      const tools = {
        profile,
        catalog: () => authorized,
        search: (one: unknown) => bridge.search(catalog, one, { ...caller, isExposed }),
        describe: (one: unknown) => bridge.describe(authorized, one, caller),
        call: (one: unknown, inner: CallContext) => bridge.call(authorized, one, inner),
      };
      return runCodeTool(input, tools, { sandbox: used, limits: bounds }, context);
    },
    close: async () => {
      if (sandbox === undefined) await used.close();
    },
  };
}
