import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { parseApiDocument, readApiDocument } from './document.ts';
import { openApiEntries } from './entries.ts';

const toolsOf = (document: object, service = 'demo') =>
  createCatalog(openApiEntries(readApiDocument({ openapi: '3.0.3', ...document }, 'here'), service)).tools;

const toolOf = (operation: object, more: object = {}) =>
  toolsOf({ paths: { '/a': { post: { operationId: 'it', ...operation } } }, ...more })[0]!;

const body = (schema: object): object => ({ requestBody: { content: { 'application/json': { schema } } } });

describe('a document', () => {
  it.each([
    ['JSON', '{"openapi": "3.1.0", "paths": {}}', 3],
    ['YAML', 'openapi: 3.0.0\npaths: {}', 3],
    ['Swagger with a number for its version', 'swagger: 2.0\npaths: {}', 2],
  ])('may be %s', (_what, text, version) => {
    expect(parseApiDocument(text, 'here').version).toBe(version);
  });

  it.each([
    ['broken JSON', '{"openapi": '],
    ['broken YAML', 'openapi: [3'],
    ['another version', 'openapi: 4.0.0'],
    ['something else', '{"tools": []}'],
    ['nothing', ''],
    ['a circle of anchors', 'openapi: 3.0.0\na: &a [*a]'],
    ['anchors that multiply', `openapi: 3.0.0\n${bomb()}`],
  ])('that is %s is refused and named', (_what, text) => {
    expect(() => parseApiDocument(text, 'this file')).toThrow(
      expect.objectContaining({ code: 'CATALOG_INVALID', message: expect.stringContaining('this file') }),
    );
  });

  it('keeps dates of YAML as texts', () => {
    expect(parseApiDocument('openapi: 3.0.0\ninfo: {version: 2020-01-01}', 'x').root.info).toEqual({
      version: '2020-01-01',
    });
  });

  it('with broken parts loses these alone', () => {
    const tools = toolsOf({
      paths: {
        '/a': null,
        '/b': { get: 'no', post: { parameters: [null, { $ref: '#/nowhere' }, { name: 1 }] } },
        'x-c': {},
      },
    });
    expect(tools.map(({ originalName }) => originalName)).toEqual(['post_b']);
  });
});

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(', ')}]`);
  return ['l0: &l0 [x, x]', ...levels].join('\n');
}

describe('names', () => {
  it('are ids, or method and path', () => {
    const paths = { '/': { get: {} }, '/pets/{petId}': { get: { operationId: 'showPet' }, put: {} } };
    expect(toolsOf({ paths }).map(({ originalName }) => originalName)).toEqual(['get', 'put_pets_petId', 'showPet']);
  });

  it('are told apart where ids repeat, whatever the order', () => {
    const one = { '/a': { get: { operationId: 'list' } } };
    const two = { '/b': { get: { operationId: 'list' } } };
    const three = { '/c/d': { get: {} }, '/c-d': { get: {} } };
    const names = (paths: object) => toolsOf({ paths }).map(({ originalName }) => originalName);
    expect(names({ ...one, ...two })).toEqual(['list_get_a', 'list_get_b']);
    const mixed = names({ ...one, ...three, ...two });
    expect(new Set(mixed).size).toBe(4);
    expect(names({ ...two, ...three, ...one }).sort()).toEqual([...mixed].sort());
  });

  it('longer than models take stay apart, behind the name of the service', () => {
    const id = 'an_operation_with_an_identifier_that_is_much_longer_than_any_model_takes';
    const paths = { '/a': { get: { operationId: id } }, '/b': { get: { operationId: `${id}_2` } } };
    const names = toolsOf({ paths }, 'a service with a name').map(({ name }) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  });
});

describe('a tool', () => {
  it('says what its document says, without the HTML, and what methods promise', () => {
    const paths = {
      '/a': { delete: { summary: 'Drops <b>it</b>', description: 'For &lt;good&gt;&#44; by <id>.', tags: ['Bins'] } },
    };
    expect(toolsOf({ paths })[0]).toMatchObject({
      title: 'Drops it',
      description: 'Drops it.\n\nFor <good>, by <id>.\n\nTopic: Bins.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      tags: { namespace: ['Bins'] },
    });
    const methods = { get: {}, post: {}, put: {} };
    const [get, post, put] = toolsOf({ paths: { '/a': methods } }).map(({ annotations }) => annotations);
    expect(get).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(put).toEqual({ readOnlyHint: false, idempotentHint: true, openWorldHint: true });
    expect(post).toEqual({ readOnlyHint: false, openWorldHint: true });
  });

  it('takes what a path shares, and what its operation says otherwise', () => {
    const shared = [{ name: 'a', in: 'query', schema: { type: 'string' } }, { $ref: '#/components/parameters/B' }];
    const own = [{ name: 'a', in: 'query', required: true, schema: { type: 'integer' } }];
    const tools = toolsOf({
      paths: { '/x': { parameters: shared, get: { parameters: own } } },
      components: { parameters: { B: { name: 'b', in: 'header', schema: { type: 'string' } } } },
    });
    expect(tools[0]!.inputSchema).toMatchObject({
      properties: { a: { type: 'integer' }, b: { type: 'string' } },
      required: ['a'],
    });
  });

  it('is not asked for headers that belong to the connection', () => {
    const parameters = ['Host', 'Content-Length', 'authorization', 'X-Fine'].map((name) => ({
      name,
      in: 'header',
      schema: {},
    }));
    expect(Object.keys(toolOf({ parameters }).inputSchema.properties as object)).toEqual(['X-Fine']);
  });

  it('keeps circles as references and ends', () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/components/schemas/Node' }, own: { $ref: '#/components/schemas/Self' } },
      },
      Self: { $ref: '#/components/schemas/Self' },
    };
    const tool = toolOf(body({ $ref: '#/components/schemas/Node' }), { components: { schemas } });
    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(1_000);
    expect(JSON.stringify(tool.inputSchema)).toContain('"next"');
  });

  it('may have an argument and a schema with the name of a member of objects', () => {
    const parameters = [{ name: '__proto__', in: 'query', schema: { type: 'string' } }];
    const components = JSON.parse('{"schemas": {"__proto__": {"type": "integer"}, "constructor": {"type": "number"}}}');
    const schema = {
      properties: {
        a: { $ref: '#/components/schemas/__proto__' },
        b: { $ref: '#/components/schemas/constructor' },
      },
    };
    const { inputSchema } = toolOf({ parameters, ...body(schema) }, { components });
    expect(Object.keys(inputSchema.properties as object)).toEqual(['__proto__', 'body']);
    expect(inputSchema.$defs).toEqual({ _proto__: { type: 'integer' }, constructor: { type: 'number' } });
  });

  it('is bounded, however much its document holds', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [
        `S${i}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            [1, 2, 3].map((n) => [`p${n}`, { $ref: `#/components/schemas/S${(i * 3 + n) % 2_000}` }]),
          ),
        },
      ]),
    );
    const tool = toolOf(body({ $ref: '#/components/schemas/S0' }), { components: { schemas } });
    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(100_000);
  });

  it('is not asked for what only answers have', () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { readOnly: true }, name: { type: 'string' } },
    };
    const { properties } = toolOf(body(schema)).inputSchema as { properties: { body: object } };
    expect(properties.body).toEqual({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } });
  });

  it('takes null where the document does', () => {
    const schema = { type: 'string', nullable: true, enum: ['a'] };
    const { properties } = toolOf(body(schema)).inputSchema as { properties: { body: object } };
    expect(properties.body).toEqual({ type: ['string', 'null'], enum: ['a', null] });
  });

  it('of Swagger 2 takes the fields of a form as its body', () => {
    const parameters = [
      { name: 'note', in: 'formData', type: 'string', required: true, description: 'What to write' },
      { name: 'scan', in: 'formData', type: 'file' },
      { name: 'to', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
    ];
    const document = { swagger: '2.0', paths: { '/a': { post: { parameters } } } };
    const [entry] = openApiEntries(readApiDocument(document, 'here'), 'demo');
    expect(entry!.definition.inputSchema).toMatchObject({
      properties: {
        to: { type: 'array' },
        body: {
          properties: { note: { type: 'string', description: 'What to write' }, scan: { contentEncoding: 'base64' } },
          required: ['note'],
        },
      },
      required: ['body'],
    });
  });
});
