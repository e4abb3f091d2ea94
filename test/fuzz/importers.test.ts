// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configurations
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readSessionLog } from '../../src/backends/index.ts';
import { ToolscoutError } from '../../src/errors.ts';
import { KeyFile } from '../../src/gateway/auth/key-file.ts';
import { parseConfig } from '../../src/gateway/index.ts';
import { type CatalogRow, readCatalogFile, readCatalogRows, readSkills } from '../../src/sources/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { anyJson, DEEP_TEXTS, damagedText, runs, SEED, settle } from './fuzz.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscout-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'a.example', enum: ['a.example'] } } }],
  security: [{ key: [] }],
  paths: {
    '/notes/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        operationId: 'getNote',
        tags: ['notes'],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } } },
      },
      put: {
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Note' } },
            'multipart/form-data': { schema: {} },
          },
        },
      },
    },
    '/search': {
      get: {
        parameters: [
          { name: 'q', in: 'query', style: 'deepObject', schema: { type: 'array', items: { type: 'string' } } },
        ],
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } },
    schemas: {
      Note: { type: 'object', properties: { text: { type: 'string' }, next: { $ref: '#/components/schemas/Note' } } },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  },
};
const SWAGGER = {
  swagger: '2.0',
  host: 'a.example',
  basePath: '/v1',
  paths: {
    '/notes': {
      post: {
        consumes: ['application/json'],
        parameters: [
          { in: 'body', name: 'note', schema: { $ref: '#/definitions/Note' } },
          { in: 'formData', name: 'file', type: 'file' },
        ],
      },
    },
  },
  definitions: { Note: { type: 'object', properties: { text: { type: 'string' } } } },
  securityDefinitions: { key: { type: 'apiKey', in: 'query', name: 'k' }, flow: { type: 'oauth2', flow: 'implicit' } },
};
const YAML = `openapi: 3.0.0
paths: &all
  /notes/{id}:
    get: &get
      summary: |
        Reads a note.
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
    post:
      <<: *get
      operationId: again
`;
const TOOL = {
  id: 'a:b',
  name: 'b',
  description: 'Adds a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  server: 'a',
  tags: { tenant: ['t1'] },
  examples: ['note it'],
};
const WORDS = [
  'openapi',
  'swagger',
  'info',
  'paths',
  '/a/{b}',
  'get',
  'post',
  'parameters',
  'in',
  'schema',
  'requestBody',
  'content',
  'application/json',
  'components',
  'definitions',
  'servers',
  'url',
  'variables',
  'security',
  'securitySchemes',
  'operationId',
  'tags',
  'style',
  'collectionFormat',
];
const VALUES: readonly unknown[] = [
  '3.0.0',
  '2.0',
  2,
  'path',
  'query',
  'body',
  'formData',
  '#/components/schemas/Note',
  '#/paths',
  'https://{a}/',
  'object',
  'array',
];

/** Everything that is asked of what was read: reading is lazy in places. */
function look(entries: Parameters<typeof createCatalog>[0]): void {
  const catalog = createCatalog(entries);
  for (const tool of catalog.tools) expect(catalog.byId(tool.id)).toBe(tool);
}

let files = 0;
async function readAs(ending: string, text: string): Promise<void> {
  const path = join(folder, `${files++ % 8}${ending}`);
  writeFileSync(path, text);
  const all = await settle(() => readCatalogFile(path));
  if (!(all instanceof ToolscoutError)) look(all);
  const rows = await settle(async () => {
    const read: CatalogRow[] = [];
    for await (const row of readCatalogRows(path)) read.push(row);
    return read;
  });
  if (rows instanceof ToolscoutError) return;
  look(rows.flatMap((row) => ('entry' in row ? [row.entry] : [])));
  for (const row of rows) if ('error' in row) expect(row.error).toBeInstanceOf(ToolscoutError);
}

describe(`files that tools come from (seed ${SEED})`, () => {
  it('are read or refused by a code: descriptions of HTTP APIs', async () => {
    const under = anyJson(WORDS, VALUES);
    const document = fc.oneof(
      under,
      fc.record({
        openapi: fc.oneof(fc.constant('3.1.0'), under),
        info: under,
        paths: under,
        components: under,
        servers: under,
        security: under,
      }),
      fc.record({
        swagger: fc.oneof(fc.constant('2.0'), under),
        info: under,
        paths: under,
        definitions: under,
        host: under,
        parameters: under,
      }),
      fc
        .tuple(
          fc.constantFrom('3.0.0', '3.1.0'),
          fc.dictionary(
            fc.constantFrom('/a', '/{b}'),
            fc.dictionary(fc.constantFrom('get', 'post', 'parameters', 'servers'), under),
          ),
        )
        .map(([openapi, paths]) => ({ ...OPENAPI, openapi, paths })),
    );
    await fc.assert(
      fc.asyncProperty(document, (value) => readAs('.json', JSON.stringify(value))),
      runs(120),
    );
    const text = damagedText([JSON.stringify(OPENAPI), JSON.stringify(SWAGGER), YAML]);
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('.json', '.yaml'), (one, ending) => readAs(ending, one)),
      runs(150),
    );
  });

  it('are read or refused by a code: catalogues', async () => {
    const row = anyJson(
      ['server', 'tags', 'acl', 'examples', 'kind', 'catalogMode', 'parameters'],
      ['tool', 'direct-only'],
    );
    const near = fc
      .tuple(row, row, row, row)
      .map(([inputSchema, tags, examples, more]) => ({ ...TOOL, inputSchema, tags, examples, ...(more as object) }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(row, near), { maxLength: 4 }), async (values) => {
        await readAs('.jsonl', values.map((value) => JSON.stringify(value)).join('\n'));
        await readAs('.json', JSON.stringify(values));
        await readAs('.json', JSON.stringify({ tools: values }));
      }),
      runs(80),
    );
    const text = damagedText([
      `${JSON.stringify(TOOL)}\n${JSON.stringify({ ...TOOL, id: 'c' })}\n`,
      JSON.stringify({ tools: [TOOL] }),
    ]);
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('.jsonl', '.json', '.jsonl.gz', '.txt'), (one, ending) =>
        readAs(ending, one),
      ),
      runs(120),
    );
  });

  it('are read or refused by a code however deep they are nested', { timeout: 300_000 }, async () => {
    for (const deep of DEEP_TEXTS) {
      const schemas = deep.startsWith('[')
        ? [deep]
        : [
            deep,
            `{"name":"a","inputSchema":${deep}}`,
            `{"name":"a","outputSchema":${deep}}`,
            `{"name":"a","annotations":${deep}}`,
          ];
      for (const text of schemas) {
        await readAs('.jsonl', text);
        await readAs('.json', `{"tools":[${text}]}`);
      }
      await readAs(
        '.json',
        `{"openapi":"3.0.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":${deep}}}}}}}}`,
      );
      await readAs('.yaml', `openapi: 3.0.0\npaths: ${deep}`);
    }
    await readAs(
      '.yaml',
      `openapi: 3.0.0\n${Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}`,
    );
  });

  it('are read or refused by a code: skills of plugins', async () => {
    const head =
      '---\nname: minutes\ndescription: >\n  Writes the minutes\n  of a meeting.\nlicense: "MIT"\n---\n# How\n';
    const skills = join(folder, 'skills');
    await mkdir(join(skills, 'minutes'), { recursive: true });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damagedText([head]), fc.string({ unit: 'binary' })), async (text) => {
        writeFileSync(join(skills, 'minutes', 'SKILL.md'), text);
        const { skills: found, problems } = await readSkills(skills);
        expect(found.length + problems.length).toBe(1);
        look(found.map(({ entry }) => entry));
      }),
      runs(150),
    );
  });
});

describe(`files that tell how to run (seed ${SEED})`, () => {
  const server = { command: 'npx', args: ['-y', 'x'], env: { A: '${B}' } };
  const http = { type: 'http', url: 'https://a.example/mcp', headers: { authorization: 'Bearer ${env:T}' } };
  const own = {
    mcpServers: { a: server, b: http },
    openapi: { notes: { file: './notes.json', auth: { key: '${K}' } } },
    gateway: { mode: 'tools', policy: { default: { allow: ['a/*'] } }, approvals: { ask: ['*delete*'] } },
    tools: { 'a/x': { name: 'y' } },
    http: { port: 8420, auth: { keys: './keys.json' } },
    views: { small: { servers: ['a'] } },
    imports: ['cursor'],
    inputs: [{ id: 'x', type: 'promptString' }],
  };
  const sound = [
    JSON.stringify(own, null, 2),
    JSON.stringify({ servers: { a: server }, inputs: [{ id: 'B', type: 'promptString', password: true }] }),
    JSON.stringify({ mcp: { a: { type: 'local', command: ['npx', 'x'], environment: {} } } }),
    JSON.stringify({ projects: { '/p': { mcpServers: { a: server } } } }),
    '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y"]\n[mcp_servers.a.env]\nA = "1"\n',
  ];
  const places = fc.constantFrom(
    '/p/toolscout.json',
    '/p/.cursor/mcp.json',
    '/p/.vscode/mcp.json',
    '/h/.codex/config.toml',
    '/p/opencode.json',
    '/p/.mcp.json',
    '/h/.claude.json',
    '/h/.gemini/settings.json',
    '/h/.codeium/windsurf/mcp_config.json',
  );
  const load = async (text: string, path: string): Promise<void> => {
    const environment = { platform: 'linux', home: '/h', cwd: '/p', env: { B: '1' } } as const;
    await settle(() => parseConfig(text, { path, environment, readText: async () => text }));
  };

  it('are read or refused by a code: configurations of every client', async () => {
    await fc.assert(fc.asyncProperty(damagedText(sound), places, load), runs(300));
    const words = Object.keys(own).concat(
      'command',
      'args',
      'env',
      'url',
      'headers',
      'policy',
      'approvals',
      'auth',
      'servers',
      'mcp',
      'limits',
      'telemetry',
      'search',
      'state',
      'audit',
      'mode',
    );
    const json = anyJson(words, ['npx', 'tools', 'code', '5s', ['*']]);
    const near = fc.dictionary(
      fc.constantFrom(
        ...Object.keys(own),
        'servers',
        'mcp',
        'telemetry',
        'llm',
        'preselect',
        'audit',
        'state',
        'limits',
      ),
      json,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, near), places, (value, path) => load(JSON.stringify(value), path)),
      runs(300),
    );
    for (const deep of DEEP_TEXTS) await load(`{"mcpServers":{"a":${deep}}}`, '/p/toolscout.json');
  });

  it('are read or refused by a code: keys, session logs', async () => {
    const record = {
      id: 'k1',
      name: 'n',
      createdAt: '2026-11-30T12:00:00.000Z',
      grant: { may: ['use'] },
      secrets: [{ salt: 's', digest: 'd', createdAt: '2026-11-30T12:00:00.000Z' }],
    };
    const event = {
      v: 1,
      at: '2026-11-30T12:00:00.000Z',
      session: 's',
      type: 'describe',
      tools: ['a'],
      bytes: 1,
      ms: 1,
    };
    const path = join(folder, 'keys.json');
    const log = join(folder, 'log.jsonl');
    const json = anyJson(
      ['keys', 'version', 'grant', 'may', 'filter', 'rules', 'views', 'secrets', 'v', 'at', 'session', 'type'],
      [1, 'use', 'call', 'search'],
    );
    const text = fc.oneof(
      damagedText([JSON.stringify({ version: 1, keys: [record] }), JSON.stringify(event)]),
      json.map((value) => JSON.stringify(value)),
      fc.constantFrom(...DEEP_TEXTS),
    );
    await fc.assert(
      fc.asyncProperty(text, json, async (one, grant) => {
        for (const content of [one, JSON.stringify({ version: 1, keys: [{ ...record, grant }] })]) {
          writeFileSync(path, content, { mode: 0o600 });
          await settle(() => new KeyFile(path).records());
        }
        writeFileSync(log, `${one}\n${JSON.stringify({ ...event, tools: grant })}`);
        await settle(() => readSessionLog(log));
      }),
      runs(150),
    );
  });
});
