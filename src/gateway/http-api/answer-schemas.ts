import type { JsonObject } from '../../shared/json.ts';

const string: JsonObject = { type: 'string' };
const boolean: JsonObject = { type: 'boolean' };
const count: JsonObject = { type: 'integer', minimum: 0 };
const schema: JsonObject = { type: 'object', additionalProperties: true };
const strings: JsonObject = { type: 'array', items: string };
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** An answer: the members named in `required`, others that are listed, and whatever a later version adds. */
const answer = (properties: Readonly<Record<string, JsonObject>>, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});

/** What the HTTP API answers with, by the name that it has in its description. */
export const ANSWER_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Hit: answer(
    {
      id: string,
      name: string,
      server: string,
      description: { ...string, description: 'Left out, as the signature is, where the session was shown it before.' },
      signature: string,
      sure: { type: 'string', enum: ['exact', 'strong', 'weak'] },
      exposed: boolean,
      schema,
      differs: string,
    },
    ['id', 'name', 'server', 'sure'],
  ),
  SearchAnswer: answer(
    {
      verdict: { type: 'string', enum: ['exact', 'confident', 'ambiguous', 'none'] },
      hits: list(ref('Hit')),
      shown: count,
      total: count,
      more: string,
      question: string,
      advice: string,
      degraded: boolean,
      groups: list(answer({ server: string, count, purpose: string }, ['server', 'count', 'purpose'])),
    },
    ['verdict', 'hits', 'shown', 'total'],
  ),
  SearchAnswers: answer({ results: list(ref('SearchAnswer')) }, ['results']),
  Description: answer(
    {
      id: string,
      name: string,
      server: string,
      description: string,
      inputSchema: schema,
      outputSchema: schema,
      annotations: schema,
      signature: string,
      cut: boolean,
    },
    ['id', 'name', 'server', 'description', 'inputSchema', 'signature'],
  ),
  Descriptions: answer(
    {
      tools: list(ref('Description')),
      missing: list(answer({ name: string, similar: strings }, ['name'])),
    },
    ['tools'],
  ),
  ToolResult: {
    type: 'object',
    description: 'The tool’s own result, untouched. `isError: true` is the tool’s own failure.',
    properties: { content: { type: 'array', items: schema }, isError: boolean },
    additionalProperties: true,
  },
  ToolDefinition: answer({ id: string, server: string, name: string, description: string, inputSchema: schema }, [
    'name',
    'inputSchema',
  ]),
  Assembly: answer(
    {
      tools: list(ref('ToolDefinition')),
      bridged: { ...boolean, description: 'Are tools hidden behind the bridge?' },
      mode: { type: 'string', enum: ['direct', 'tools', 'directory', 'code'] },
      prompt: { ...string, description: 'For the system prompt; may be empty.' },
      deferred: count,
      hydrated: strings,
      frequent: strings,
      activation: schema,
      changes: schema,
      warnings: strings,
      hash: { ...string, description: 'Equal as long as the provider’s prompt cache can hold.' },
    },
    ['tools', 'bridged', 'mode', 'prompt', 'deferred', 'warnings', 'hash'],
  ),
  ChosenTool: answer(
    {
      id: string,
      name: string,
      server: string,
      description: string,
      inputSchema: schema,
      source: { type: 'string', enum: ['resident', 'manual', 'exact', 'earlier', 'local', 'model'] },
      tokens: count,
      added: boolean,
    },
    ['id', 'name', 'server', 'description', 'inputSchema', 'source', 'tokens', 'added'],
  ),
  Preselection: answer(
    {
      tools: list(ref('ChosenTool')),
      skills: list(ref('ChosenTool')),
      skipped: string,
      sides: schema,
      gone: strings,
      tokens: answer({ total: count, added: count, exact: boolean }, ['total', 'added', 'exact']),
      ms: { type: 'number', minimum: 0 },
      degraded: boolean,
    },
    ['tools', 'skills', 'gone', 'tokens', 'ms', 'degraded'],
  ),
  Approval: answer(
    {
      id: string,
      tool: { ...string, description: 'The id of the tool.' },
      server: string,
      name: { ...string, description: 'The name under which it is called at its server.' },
      arguments: schema,
      text: { ...string, description: 'Tool and arguments on one line, characters that hide something written out.' },
      reason: string,
      session: string,
      mayRemember: { ...boolean, description: 'Can consent hold for the whole session?' },
      askedAt: { type: 'string', format: 'date-time' },
      expiresAt: { type: 'string', format: 'date-time' },
    },
    ['id', 'tool', 'server', 'name', 'arguments', 'text', 'reason', 'mayRemember', 'askedAt', 'expiresAt'],
  ),
  Approvals: answer({ approvals: list(ref('Approval')) }, ['approvals']),
  ApprovalDecided: answer({ id: string, approved: boolean }, ['id', 'approved']),
  Error: answer(
    {
      error: answer(
        {
          code: { ...string, description: 'Stable; the text is not.' },
          message: string,
          next: { ...string, description: 'What to do about it.' },
          tool: string,
          path: { ...string, description: 'Place of the fault, as a JSON pointer.' },
          expected: string,
          signature: string,
          ran: { description: 'Of a call: has the tool run? `false` or `"unknown"`.' },
          similar: { description: 'Names that come near.' },
          requestId: string,
        },
        ['code', 'message'],
      ),
    },
    ['error'],
  ),
};
