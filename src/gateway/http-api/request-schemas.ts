import { PROFILES } from '../../disclosure/index.ts';
import type { JsonObject } from '../../shared/json.ts';

/** More than this is cut by the bridge; here it is refused, because a program can read an error. */
const MAX_QUERIES = 16;
const MAX_NAMES = 20;
const MAX_TEXT = 20_000;
const MAX_LIST = 1_000;

/** A text with something in it. The class is that of JavaScript, where a byte order mark is white space. */
const text = (description: string, maxLength: number = MAX_TEXT): JsonObject => ({
  type: 'string',
  description,
  pattern: '[^\\s\\ufeff]',
  maxLength,
});
const texts = (description: string, maxItems: number): JsonObject => ({
  type: 'array',
  description,
  items: text('one of them'),
  minItems: 1,
  maxItems,
});
const references = (description: string): JsonObject => ({ ...texts(description, MAX_LIST), minItems: 0 });
const object = (properties: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const oneOf = (...names: readonly string[]): JsonObject => ({ oneOf: names.map((name) => ({ required: [name] })) });
const number = (description: string, minimum: number, maximum: number): JsonObject => ({
  type: 'number',
  description,
  minimum,
  maximum,
});
const integer = (description: string, minimum: number, maximum: number): JsonObject => ({
  ...number(description, minimum, maximum),
  type: 'integer',
});

/** A body of the HTTP API. */
export type RequestName =
  | 'SearchRequest'
  | 'DescribeRequest'
  | 'CallRequest'
  | 'AssembleRequest'
  | 'PreselectRequest'
  | 'ApprovalDecision';

/**
 * Bodies that the HTTP API takes, by the name that they have in its description. The same objects are published there and
 * checked against here.
 */
export const REQUEST_SCHEMAS: Readonly<Record<RequestName, JsonObject>> = {
  SearchRequest: object(
    {
      query: text('What the tool should do, in any language; also `select:a,b`, `+must`, `server:name`, `/regex/`.'),
      queries: texts('Several needs at once; answered by `results`.', MAX_QUERIES),
      // Often a model's own number, handed on: moved into the range and never an error.
      limit: { type: 'number', description: 'Most hits for each query, 1 to 50; other numbers are moved there.' },
      server: text('Only tools of this server.', 500),
    },
    oneOf('query', 'queries'),
  ),
  DescribeRequest: object(
    {
      id: text('The id of a tool.', 2_000),
      name: text('Its name, id, or a suffix that only one tool has.', 2_000),
      names: texts('Several; answered by `tools`.', MAX_NAMES),
    },
    oneOf('id', 'name', 'names'),
  ),
  CallRequest: object(
    {
      id: text('The id of the tool.', 2_000),
      name: text('Its name, id, or a suffix that only one tool has.', 2_000),
      arguments: {
        type: ['object', 'string', 'null'],
        description:
          'As the tool’s own input schema says; also as the JSON text of that, as a model wrote it. null is none.',
        additionalProperties: true,
      },
    },
    oneOf('id', 'name'),
  ),
  AssembleRequest: object({
    settings: object(
      {
        family: { type: 'string', enum: ['default', 'bridge', 'mode'] },
        enabled: { type: 'string', enum: ['auto', 'on', 'off'] },
        mode: { type: 'string', enum: ['tools', 'directory'] },
        thresholdPct: {
          type: 'number',
          description:
            'Share of the context window from which tools are deferred, 0 to 100; others are moved there, with a warning.',
        },
        thresholdTokens: { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000_000 },
      },
      { description: 'As `tools.toolSearch` of the configuration.' },
    ),
    window: integer('Context window of the model, in tokens.', 1, 1_000_000_000),
    pinned: references('Ids or names of tools that stay visible.'),
    frequent: references('Ids or names of the most used tools, most used first.'),
    maxExposed: integer('Most definitions in the request.', 0, 1_000),
    allNeeded: { type: 'boolean', description: 'This run needs every tool.' },
    profile: { type: 'string', enum: Object.keys(PROFILES), description: 'Wire format of the bridge.' },
    request: { type: 'string', maxLength: MAX_TEXT, description: 'Directory mode: what the user asks for.' },
    required: references('Directory mode: tools whose schemas must be shown.'),
    tools: {
      type: 'array',
      description: 'Tools of the host itself; they stay visible and are called by the host.',
      maxItems: 200,
      items: object(
        {
          name: { type: 'string', pattern: '^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$' },
          description: { type: 'string', maxLength: MAX_TEXT },
          inputSchema: { type: 'object', additionalProperties: true },
        },
        { required: ['name'] },
      ),
    },
  }),
  PreselectRequest: object(
    {
      message: { type: 'string', maxLength: 200_000, description: 'The user’s message.' },
      dialogue: {
        type: 'array',
        description: 'Messages before it, oldest first.',
        maxItems: MAX_LIST,
        items: object(
          {
            role: { type: 'string', enum: ['user', 'assistant'] },
            content: { type: 'string', maxLength: 200_000 },
          },
          { required: ['role', 'content'] },
        ),
      },
      resident: references('Ids or names that every request of the host carries.'),
      earlier: references('Ids or names from earlier turns, oldest first.'),
      manual: {
        description: 'What the user chose by hand.',
        oneOf: [{ type: 'string', enum: ['all', 'none'] }, references('These.')],
      },
    },
    { required: ['message'] },
  ),
  ApprovalDecision: object(
    {
      approved: { type: 'boolean' },
      always: {
        type: 'boolean',
        description: 'Of consent: for this tool, for the same reason, until the session ends.',
      },
      reason: { type: 'string', maxLength: 1_000, description: 'Of a denial: told to the model.' },
    },
    { required: ['approved'] },
  ),
};
