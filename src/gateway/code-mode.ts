import type { CallContext } from '../calling/index.ts';
import { CODE_TOOL_NAME } from '../disclosure/index.ts';
import { errorMessage, ToolscoutError } from '../errors.ts';
import { type CodeAnswer, createSandbox, runCodeTool, type Sandbox, type SnippetTools } from '../sandbox/index.ts';
import type { Logger } from './log.ts';

export interface GatewayCodeOptions {
  /** Default: one of its own. */
  readonly sandbox: Sandbox | undefined;
  readonly timeoutMs: number | undefined;
  /** Bytes that the value of a snippet may have; 0: the bound of the sandbox alone. */
  readonly maxValueBytes: number | undefined;
  readonly log: Logger;
}

/** Values go to a model, as results do. */
const DEFAULT_VALUE_BYTES = 100_000;

/** The mode `code` of one gateway: whether it can be had is found out once, before anything is shown. */
export class GatewayCode {
  readonly #options: GatewayCodeOptions;
  readonly #own: boolean;
  readonly #sandbox: Sandbox;
  #decision: Promise<void> | undefined;
  #usable: boolean | undefined;

  constructor(options: GatewayCodeOptions) {
    this.#options = options;
    this.#own = options.sandbox === undefined;
    this.#sandbox = options.sandbox ?? createSandbox();
  }

  /** False once it is known that no process can be started here. */
  get usable(): boolean {
    return this.#usable !== false;
  }

  /** Finds out; from then on it is settled for the life of the gateway. */
  decide(): Promise<void> {
    this.#decision ??= this.#find();
    return this.#decision;
  }

  /** @throws ToolscoutError `SANDBOX_UNAVAILABLE` where the gateway fell back to the mode `tools`. */
  async run(input: unknown, tools: SnippetTools, context: CallContext): Promise<CodeAnswer> {
    await this.decide();
    if (!this.usable) {
      throw new ToolscoutError(
        'SANDBOX_UNAVAILABLE',
        `${CODE_TOOL_NAME} cannot run here: no isolated process can be had.`,
        {
          next: 'Use the tools for searching, describing and calling one by one.',
        },
      );
    }
    const { timeoutMs, maxValueBytes = DEFAULT_VALUE_BYTES } = this.#options;
    const limits = {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(maxValueBytes === 0 ? {} : { maxValueBytes }),
    };
    return runCodeTool(input, tools, { sandbox: this.#sandbox, limits }, context);
  }

  async close(): Promise<void> {
    if (this.#own) await this.#sandbox.close();
  }

  async #find(): Promise<void> {
    const available = await this.#sandbox
      .available()
      .catch((error: unknown) => ({ ok: false as const, reason: errorMessage(error) }));
    this.#usable = available.ok;
    if (available.ok) return;
    this.#options.log.warn(
      { mode: 'code', fallback: 'tools' },
      `the mode "code" cannot be had here, the mode "tools" is used: ${available.reason}`,
    );
  }
}
