import { deepFreeze } from '../../shared/freeze.ts';
import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { ToolAnnotations, ToolDefinition } from '../../tools/index.ts';
import type { ApiBody, ApiOperation, ApiParameter } from './operation.ts';
import type { SchemaBundle, SchemaLibrary } from './schema-library.ts';

/** HTTP's own promise about these methods. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const IDEMPOTENT: ReadonlySet<string> = new Set([...SAFE, 'PUT', 'DELETE']);

/** A longer summary is a description. */
const MAX_TITLE_CHARACTERS = 160;

/** The tool of an operation: an argument for each parameter, and one for the body. */
export function toToolDefinition(operation: ApiOperation, schemas: SchemaLibrary): ToolDefinition {
  const { name, summary, method } = operation;
  return deepFreeze({
    name,
    ...(summary === '' || summary.length > MAX_TITLE_CHARACTERS ? {} : { title: summary }),
    description: describe(operation),
    inputSchema: inputSchema(operation, schemas.bundle()),
    annotations: annotationsOf(method),
  });
}

function describe({ summary, description, deprecated, method, path, tags }: ApiOperation): string {
  const texts = [summary, description.startsWith(summary) ? description.slice(summary.length).trim() : description];
  const said = texts.filter((text) => text !== '').join(/[.!?:。！？]$/.test(summary) ? '\n\n' : '.\n\n');
  const topics = tags.filter((tag) => !said.toLowerCase().includes(tag.toLowerCase()));
  return [
    deprecated ? 'Deprecated.' : '',
    said === '' ? `${method} ${path}` : said,
    topics.length === 0 ? '' : `Topic: ${topics.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function annotationsOf(method: string): ToolAnnotations {
  const readOnlyHint = SAFE.has(method);
  return {
    readOnlyHint,
    // What POST and PATCH do is not said: left out, whoever cares must think the worst.
    ...(readOnlyHint || method === 'DELETE' ? { destructiveHint: !readOnlyHint } : {}),
    ...(IDEMPOTENT.has(method) ? { idempotentHint: true } : {}),
    openWorldHint: true,
  };
}

function inputSchema({ parameters, body }: ApiOperation, bundle: SchemaBundle): JsonObject {
  const properties = [
    ...parameters.map((one) => [one.argument, parameterSchema(one, bundle)] as const),
    ...(body === undefined ? [] : [[body.argument, bodySchema(body, bundle)] as const]),
  ];
  const required = [
    ...parameters.filter((one) => one.required).map((one) => one.argument),
    ...(body?.required === true ? [body.argument] : []),
  ];
  const definitions = bundle.definitions();
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
}

function parameterSchema({ schema, description, argument, name, in: place }: ApiParameter, bundle: SchemaBundle) {
  const note = argument === name ? '' : `${name} in the ${place === 'query' ? 'query string' : place}`;
  return described(bundle.add(schema), [note, description].filter((text) => text !== '').join(': '));
}

function bodySchema({ schema, description, kind, mediaType }: ApiBody, bundle: SchemaBundle): JsonValue {
  if (kind === 'text') return described({ type: 'string' }, description || `The text, as ${mediaType}`);
  if (kind === 'binary') {
    return described({ type: 'string', contentEncoding: 'base64' }, `${description} (${mediaType} in base64)`.trim());
  }
  return described(bundle.add(schema), description);
}

/** What is said here is nearer than what the schema says of itself. */
function described(schema: JsonValue, description: string): JsonValue {
  if (description === '') return schema;
  return isObject(schema) ? { ...(schema as JsonObject), description } : { description };
}
