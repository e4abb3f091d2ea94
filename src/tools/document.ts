import type { Tool } from './definition.ts';
import { listParameters } from './schema/index.ts';

/** The searchable texts of a tool, field by field; retrieval decides how each is analysed and weighed. */
export interface ToolDocument {
  /** Original name and title: what the tool calls itself. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameterNames: readonly string[];
  /** Parameter descriptions and enum values. */
  readonly parameterTexts: readonly string[];
  readonly server: string;
  readonly examples: readonly string[];
}

/** Past this, more parameters add noise and time but no tool is found by its 65th parameter. */
const MAX_PARAMETERS = 64;
const MAX_PARAMETER_DEPTH = 3;
const MAX_ENUM_VALUES = 24;
/** Words of a description beyond this are indexed by nobody's request; manuals must not win by length either. */
const MAX_DESCRIPTION_TEXT = 4_000;
const MAX_PARAMETER_TEXT = 400;

/** Turns a tool into the texts that are indexed. Bounded, so that one huge tool costs no more than a large one. */
export function toDocument(tool: Tool): ToolDocument {
  const parameters = listParameters(tool.inputSchema, {
    maxDepth: MAX_PARAMETER_DEPTH,
    maxCount: MAX_PARAMETERS,
    types: false,
  });
  const parameterTexts: string[] = [];
  for (const parameter of parameters) {
    if (parameter.description !== '') parameterTexts.push(parameter.description.slice(0, MAX_PARAMETER_TEXT));
    for (const value of parameter.enumValues.slice(0, MAX_ENUM_VALUES)) parameterTexts.push(value);
  }
  return {
    name: tool.originalName,
    title: tool.title ?? '',
    description: tool.description.slice(0, MAX_DESCRIPTION_TEXT),
    parameterNames: parameters.map((parameter) => parameter.path.at(-1) ?? ''),
    parameterTexts,
    server: tool.source.name,
    examples: tool.examples,
  };
}
