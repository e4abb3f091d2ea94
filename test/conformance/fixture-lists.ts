// What the fixture lists, by the names that the official suite calls.
type Members = Readonly<Record<string, unknown>>;

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sample at all: 44 bytes of header. */
export const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const NONE: Members = { type: 'object', properties: {} };

const tool = (name: string, inputSchema: Members = NONE): Members => ({
  name,
  description: `Conformance tool ${name}.`,
  inputSchema,
});

const one = (name: string): Members => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

/** Every keyword of JSON Schema 2020-12 that the suite looks for. */
const SCHEMA_2020_12: Members = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export const TOOLS: readonly Members[] = [
  tool('test_simple_text'),
  tool('test_image_content'),
  tool('test_audio_content'),
  tool('test_embedded_resource'),
  tool('test_multiple_content_types'),
  tool('test_tool_with_logging'),
  tool('test_logging_tool'),
  tool('test_tool_with_progress'),
  tool('test_error_handling'),
  tool('test_reconnection'),
  tool('test_touch_resource'),
  tool('test_until_cancelled'),
  tool('test_protocol_error'),
  tool('test_url_first'),
  tool('test_cancelled_calls'),
  tool('test_sampling', one('prompt')),
  tool('test_elicitation', one('message')),
  tool('test_streaming_elicitation'),
  tool('test_elicitation_sep1034_defaults'),
  tool('test_elicitation_sep1330_enums'),
  tool('test_missing_capability'),
  tool('test_trigger_tool_change'),
  tool('test_trigger_prompt_change'),
  tool('test_input_required_result_elicitation'),
  tool('test_input_required_result_sampling'),
  tool('test_input_required_result_list_roots'),
  tool('test_input_required_result_request_state'),
  tool('test_input_required_result_tampered_state'),
  tool('test_input_required_result_multiple_inputs'),
  tool('test_input_required_result_multi_round'),
  tool('test_input_required_result_capabilities'),
  tool('json_schema_2020_12_tool', SCHEMA_2020_12),
];

export const RESOURCES: readonly Members[] = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static image', description: 'A picture.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'To subscribe to.', mimeType: 'text/plain' },
];

export const TEMPLATES: readonly Members[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Template',
    description: 'Data by id.',
    mimeType: 'application/json',
  },
];

const argument = (name: string): Members => ({ name, description: `Argument ${name}.`, required: true });

export const PROMPTS: readonly Members[] = [
  { name: 'test_simple_prompt', description: 'No arguments.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Two arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Embeds a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'Shows a picture.' },
  { name: 'test_input_required_result_prompt', description: 'Asks first.' },
];
