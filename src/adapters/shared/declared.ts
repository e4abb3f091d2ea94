import { convertSchema, readInputSchema, type SchemaTarget, type Tool } from '../../tools/index.ts';
import type { ListedDefinition } from './tool-access.ts';

/** A tool as one request declares it, with the way back for its arguments. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The provider holds the model to the schema. */
  readonly strict: boolean;
  restore(args: unknown): unknown;
}

const memory = new WeakMap<Tool, Map<SchemaTarget, DeclaredTool>>();

/** Converts a tool of the catalog; a tool object is converted once for each dialect. */
export function declareTool(tool: Tool, target: SchemaTarget): DeclaredTool {
  let known = memory.get(tool);
  if (known === undefined) {
    known = new Map();
    memory.set(tool, known);
  }
  let declared = known.get(target);
  if (declared === undefined) {
    const { schema, strict, restoreArguments } = convertSchema(tool.inputSchema, target);
    declared = { name: tool.name, description: describeTool(tool), schema, strict, restore: restoreArguments };
    known.set(target, declared);
  }
  return declared;
}

/** What a model is told of a tool; a title where there is no description. */
export function describeTool({ description, title = '' }: Tool): string {
  return description === '' ? title : description;
}

/** A definition that is in no catalog: the bridge, and tools of the host itself. */
export function declareListed(listed: ListedDefinition, target: SchemaTarget): DeclaredTool {
  const { schema, strict, restoreArguments } = convertSchema(readInputSchema(listed.inputSchema).schema, target);
  return { name: listed.name, description: listed.description ?? '', schema, strict, restore: restoreArguments };
}

/** Stands for a tool that is gone and that a history still refers to, where the provider would refuse the request. */
export function declareGone(name: string): DeclaredTool {
  return {
    name,
    description: 'This tool is no longer available. Search for another.',
    schema: { type: 'object', properties: {} },
    strict: false,
    restore: (args) => args,
  };
}
