import type { JsonObject } from '../shared/json.ts';
import type { Tool } from './definition.ts';
import { listParameters } from './schema/index.ts';

/** The searchable texts of a tool, field by field; retrieval decides how each is analysed and weighed. */
export interface ToolDocument extends OwnTexts, ParameterTexts {}

/** Those texts that are not about parameters. */
interface OwnTexts {
  /** Original name and title: what the tool calls itself. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly server: string;
  readonly examples: readonly string[];
}

/** Those of the parameters, which many tools may have in common. */
interface ParameterTexts {
  readonly parameterNames: readonly string[];
  /** Parameter descriptions and enum values. */
  readonly parameterTexts: readonly string[];
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
  return { ...ownTexts(tool), ...parameterTextsOf(tool.inputSchema) };
}

/** See {@link OwnTexts}. */
export function ownTexts({ originalName, title, description, source, examples }: Tool): OwnTexts {
  return {
    name: originalName,
    title: title ?? '',
    description: description.slice(0, MAX_DESCRIPTION_TEXT),
    server: source.name,
    examples,
  };
}

/** See {@link ParameterTexts}. */
export function parameterTextsOf(inputSchema: JsonObject): ParameterTexts {
  const parameters = listParameters(inputSchema, {
    maxDepth: MAX_PARAMETER_DEPTH,
    maxCount: MAX_PARAMETERS,
    types: false,
  });
  const parameterTexts: string[] = [];
  for (const parameter of parameters) {
    if (parameter.description !== '') parameterTexts.push(parameter.description.slice(0, MAX_PARAMETER_TEXT));
    for (const value of parameter.enumValues.slice(0, MAX_ENUM_VALUES)) parameterTexts.push(value);
  }
  return { parameterNames: parameters.map((parameter) => parameter.path.at(-1) ?? ''), parameterTexts };
}
