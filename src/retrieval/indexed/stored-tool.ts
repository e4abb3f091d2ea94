import { ToolscoutError } from '../../errors.ts';
import type { JsonObject } from '../../shared/json.ts';
import {
  readPassingTool,
  type Tool,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolKind,
  type ToolSource,
  type ToolTags,
  type ToolWarning,
} from '../../tools/index.ts';
import { readPayload } from './tool-payload.ts';

/**
 * A tool of an index, read when somebody looks at more than its id: of a hundred candidates of a search, most are only
 * counted and compared.
 */
export function createStoredTool(id: string, payload: Uint8Array): Tool {
  return new StoredTool(id, payload);
}

class StoredTool implements Tool {
  readonly id: string;
  #payload: Uint8Array | undefined;
  #tool: Tool | undefined;

  constructor(id: string, payload: Uint8Array) {
    this.id = id;
    this.#payload = payload;
  }

  get name(): string {
    return this.#read().name;
  }
  get source(): ToolSource {
    return this.#read().source;
  }
  get kind(): ToolKind {
    return this.#read().kind;
  }
  get originalName(): string {
    return this.#read().originalName;
  }
  get title(): string | undefined {
    return this.#read().title;
  }
  get description(): string {
    return this.#read().description;
  }
  get inputSchema(): JsonObject {
    return this.#read().inputSchema;
  }
  get wrapped(): boolean {
    return this.#read().wrapped;
  }
  get outputSchema(): JsonObject | undefined {
    return this.#read().outputSchema;
  }
  get annotations(): ToolAnnotations | undefined {
    return this.#read().annotations;
  }
  get tags(): ToolTags {
    return this.#read().tags;
  }
  get directOnly(): boolean {
    return this.#read().directOnly;
  }
  get examples(): readonly string[] {
    return this.#read().examples;
  }
  get hash(): string {
    return this.#read().hash;
  }
  get raw(): ToolDefinition {
    return this.#read().raw;
  }
  get warnings(): readonly ToolWarning[] {
    return this.#read().warnings;
  }

  #read(): Tool {
    if (this.#tool !== undefined) return this.#tool;
    const tool = readPassingTool(readPayload(this.#payload!));
    if (tool === undefined) {
      throw new ToolscoutError('INDEX_DAMAGED', `The index holds no usable tool under ${JSON.stringify(this.id)}.`, {
        next: 'Run "toolscout index verify DIR", then "toolscout index repair DIR".',
        details: { id: this.id },
      });
    }
    this.#tool = tool;
    this.#payload = undefined;
    return tool;
  }
}
