import { isObject } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';
import { singleLine, type Tool } from '../tools/index.ts';

/** Code units. Most rerankers read 512 tokens, request included; a manual is not judged better for its end. */
const MAX_DESCRIPTION = 800;
const MAX_PARAMETERS = 200;

/** A tool for a reranker. Unlike a vector, a model that reads both texts gains from the names of parameters. */
export function toolRerankText(tool: Tool): string {
  const { properties } = tool.inputSchema;
  const parameters = isObject(properties) ? Object.keys(properties).join(', ') : '';
  return [
    `${tool.originalName} (${tool.source.name})`,
    truncate(singleLine(tool.description), MAX_DESCRIPTION),
    parameters === '' ? '' : `Parameters: ${truncate(parameters, MAX_PARAMETERS)}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
