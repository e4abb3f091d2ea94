import { ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { DynamicStructuredTool, StructuredTool } from '@langchain/core/tools';
import type { JsonSchema7Type } from '@langchain/core/utils/json_schema';
import { isObject } from '../../shared/json.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { type CallAnswer, inWords, isFailure, readableBlocks, toOutput } from '../shared/run-call.ts';

/** Runs the call of one tool, whatever the model wrote. */
export type RunTool = (input: unknown, config: RunnableConfig) => Promise<CallAnswer>;

/** What a tool is to LangChain. */
export interface ToolFields {
  readonly name: string;
  readonly description: string;
  /** Asked for when a request carries the tool or a call comes: most tools of a large toolset never are. */
  readonly declared: () => DeclaredTool;
  readonly pictures: 'shown' | 'named';
  readonly run: RunTool;
}

/** A tool of ours as LangChain knows tools. Failures are messages with the status `error`, so that the model can go on. */
export class ToolscoutTool extends StructuredTool<JsonSchema7Type> {
  readonly name: string;
  readonly description: string;
  readonly #fields: ToolFields;
  #copy: JsonSchema7Type | undefined;

  constructor(fields: ToolFields) {
    super();
    this.name = fields.name;
    this.description = fields.description;
    this.#fields = fields;
  }

  /** A copy: LangChain's validator writes into schemas. */
  get schema(): JsonSchema7Type {
    this.#copy ??= structuredClone(this.#fields.declared().schema) as JsonSchema7Type;
    return this.#copy;
  }

  /** The provider may hold the model to the schema. */
  get strict(): boolean {
    return this.#fields.declared().strict;
  }

  static override lc_name(): string {
    return 'ToolscoutTool';
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type that the class it extends has.
  override call(...given: Parameters<StructuredTool<JsonSchema7Type>['call']>): Promise<any> {
    const { name, description } = this.#fields;
    // Arguments are checked on the call path, which mends them or says what would fit.
    const unchecked = new DynamicStructuredTool({
      name,
      description,
      schema: {},
      func: async (input: unknown, _manager, config: RunnableConfig = {}) => answerCall(this.#fields, input, config),
    });
    const [input, ...others] = given as Parameters<DynamicStructuredTool['call']>;
    // LangChain's validator throws at nothing, and the call would go unanswered.
    return unchecked.call(input ?? {}, ...others);
  }

  protected override _call(): never {
    throw new Error('Calls go through `call`.');
  }
}

async function answerCall(
  { name, run, pictures }: ToolFields,
  input: unknown,
  config: RunnableConfig,
): Promise<ToolMessage | string> {
  const answer = await run(input, config);
  config.signal?.throwIfAborted();
  const id = toolCallId(config);
  return id === undefined ? textOf(answer) : toToolMessage(name, id, answer, pictures);
}

/** The message that answers a call under its id. The raw result is its artifact. */
export function toToolMessage(name: string, id: string, answer: CallAnswer, pictures: 'shown' | 'named'): ToolMessage {
  const blocks = readableBlocks(answer);
  const content =
    pictures === 'named' || blocks.every(({ type }) => type === 'text')
      ? textOf(answer)
      : blocks.map((block) =>
          block.type === 'text'
            ? { type: 'text', text: block.text }
            : { type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${block.data}` } },
        );
  const status = isFailure(answer) ? 'error' : 'success';
  return new ToolMessage({ name, tool_call_id: id, status, content, artifact: toOutput(answer) });
}

function textOf(answer: CallAnswer): string {
  return readableBlocks(answer).map(inWords).join('\n');
}

function toolCallId(config: RunnableConfig): string | undefined {
  const call = 'toolCall' in config ? config.toolCall : undefined;
  return isObject(call) && typeof call.id === 'string' ? call.id : undefined;
}
