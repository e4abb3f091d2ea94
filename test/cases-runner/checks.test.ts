import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Action, Case, Check } from './case-file.ts';
import type { Json } from './json.ts';
import { type CaseVerdict, runCase } from './run-case.ts';

const FILE = resolve(import.meta.dirname, '../cases/own.json');

const run = (setup: Json, action: Action, ...checks: Check[]): Promise<CaseVerdict> => {
  const own: Case = { id: 'own', theme: 'own', file: FILE, setup, action, checks };
  return runCase(own, []);
};

const TOOLS: Json = {
  tools: [
    {
      server: 'tracker',
      name: 'create_issue',
      description: 'Create an issue.',
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string' }, kind: { enum: ['bug', 'task'] }, labels: { type: 'array' } },
        required: ['title'],
      },
    },
    { name: 'weather.now', description: 'Current weather in a city.', inputSchema: { type: 'object', properties: {} } },
  ],
};
const ISSUE = { server: 'tracker', tool: 'create_issue' };
const WEATHER = { tool: 'weather.now' };

const STEPS: Action = {
  op: 'sequence',
  steps: [
    { op: 'search', query: 'create an issue' },
    { op: 'call', ref: ISSUE, arguments: { title: 'x' } },
    { op: 'call', ref: ISSUE, arguments: { title: 7 } },
    { op: 'list_catalog', as: 'first' },
    { op: 'list_catalog', as: 'second' },
    { op: 'call', name: 'no_such', arguments: {} },
    { op: 'describe', ref: ISSUE },
  ],
};

type Pair = readonly [check: string, right: Json | undefined, wrong: Json | undefined];

const rightOf = (pairs: readonly Pair[]): Check[] =>
  pairs.flatMap(([check, right]) => (right === undefined ? [] : [{ check, ...right }]));
const wrongOf = (pairs: readonly Pair[]): [string, Json][] =>
  pairs.flatMap(([check, , wrong]) => (wrong === undefined ? [] : [[check, wrong]]));

/** Each check once as it is true and once as it is not, over one and the same run. */
const STEP_CHECKS: readonly Pair[] = [
  ['in_output', { step: 0, strings: ['create_issue'] }, { step: 0, strings: ['weather'] }],
  ['not_in_output', { step: 1, strings: ['title'] }, { step: 1, strings: ['"ok"'] }],
  ['not_in_output', { step: 5, strings: ['no_such'], ignore_echo: true }, { step: 5, strings: ['no_such'] }],
  ['result_text', { step: 1, equals: '{"ok":true}' }, { step: 1, equals: 'ok' }],
  [
    'value_path',
    { step: 1, path: ['structuredContent', 'ok'], equals: true },
    { step: 1, path: 'structuredContent.ok', equals: 1 },
  ],
  ['max_bytes', { step: 1, value: 200 }, { step: 1, value: 5 }],
  ['max_text_bytes', { step: 1, value: 11 }, { step: 1, value: 10 }],
  ['max_ms', { value: 60_000 }, { value: -10_000 }],
  ['no_codepoints', { ranges: [[0x400, 0x4ff]] }, { ranges: [[0x41, 0x5a]] }],
  ['bytes_equal', { a: 'first', b: 'second' }, { a: 0, b: 1 }],
  ['json_parses', { step: 1 }, undefined],
  ['json_eq', { step: 1, path: ['ok'], equals: true }, { step: 1, path: ['ok'], equals: false }],
  ['error', { step: 2, kind: 'invalid_arguments' }, { step: 2, kind: 'timeout' }],
  ['error', { step: 5, kind: 'unknown_tool' }, { step: 1 }],
  ['error', { steps: [2, 5] }, {}],
  ['no_error', { step: 1 }, {}],
  ['is_error', { step: 5, value: true }, { step: 5, value: false }],
  ['hit_at', { step: 0, ref: ISSUE, k: 1 }, { step: 0, ref: WEATHER, k: 1 }],
  ['hit_at', { query: 'weather', ref: WEATHER, k: 1 }, { query: 'weather', ref: ISSUE, k: 1 }],
  ['hits_include', { step: 0, refs: [ISSUE] }, { step: 0, refs: [ISSUE, WEATHER] }],
  ['hits_exclude', { step: 0, refs: [WEATHER] }, { step: 0, refs: [ISSUE] }],
  ['hit_count', { step: 0, n: 1 }, { step: 0, n: 2 }],
  ['hit_count_between', { step: 0, min: 1, max: 2 }, { step: 0, min: 2, max: 3 }],
  ['no_confident_hit', { query: 'the of' }, { step: 0 }],
  [
    'call_received',
    { step: 1, ref: ISSUE, arguments: { title: 'x' } },
    { step: 1, ref: ISSUE, arguments: { title: 'y' } },
  ],
  ['call_count', { n: 1 }, { n: 2 }],
  ['call_count', { step: 2, n: 0 }, { step: 1, n: 0 }],
  ['not_forwarded', { step: 2 }, { step: 1, keys: ['title'] }],
  ['hook_saw', { ref: ISSUE, arguments: { title: 'x' } }, { ref: ISSUE, arguments: { title: 7 } }],
  ['hook_counts', { before: 1, after: 1 }, { before: 2 }],
  ['hook_outcomes', { values: ['ok'] }, { values: ['error'] }],
  ['hook_names_exclude', { names: ['tool_call'] }, { names: ['create_issue'] }],
  ['catalog_has', { refs: [ISSUE, WEATHER] }, { refs: [{ server: 'other', tool: 'create_issue' }] }],
  ['catalog_count', { n: 2 }, { n: 3 }],
  ['catalog_equals', { refs: [ISSUE, WEATHER] }, { refs: [ISSUE] }],
  ['bridge_present', { step: 3 }, undefined],
  ['bridge_absent', undefined, { step: 3 }],
  ['list_size_le', { n: 3 }, { n: 2 }],
  ['names_match', { pattern: '^[a-z0-9_]+$' }, { pattern: '^s1' }],
  ['present_or_warned', { ref: WEATHER }, { ref: { tool: 'gone' } }],
  ['warning', undefined, { strings: ['nothing says this'] }],
  ['either', { step: 1, of: [{ check: 'error' }, { check: 'no_error' }] }, { step: 1, of: [{ check: 'error' }] }],
];

describe('checks over the steps of a case', () => {
  it('hold where they are right', async () => {
    expect(await run(TOOLS, STEPS, ...rightOf(STEP_CHECKS))).toEqual({ kind: 'passed' });
  });

  it.each(wrongOf(STEP_CHECKS))('fail where they are wrong: %s %j', async (check, fields) => {
    expect(await run(TOOLS, STEPS, { check, ...fields })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining(`check ${check}`),
    });
  });
});

const CONVERT: Action = { op: 'convert', targets: ['anthropic', 'openai', 'gemini'] };
const ODD: Json = {
  tools: [
    {
      name: 'odd',
      inputSchema: {
        type: 'object',
        properties: {
          $top: { type: 'integer', minimum: 1 },
          mode: { enum: ['a', 'b'] },
          rows: { type: 'array', items: { type: 'object', properties: { '@id': { type: 'string' } } } },
        },
        required: ['$top'],
      },
    },
    { name: 'plain', inputSchema: { type: 'object', properties: {} } },
  ],
};
const SCHEMA_CHECKS: readonly Pair[] = [
  ['schema_valid_for', { targets: ['anthropic', 'openai', 'gemini'] }, undefined],
  ['tools_present', { names: ['odd', 'plain'] }, { names: ['even'] }],
  ['root_has_no', { keywords: ['anyOf'] }, { keywords: ['type'] }],
  ['properties', { tool: 'odd', names: ['$top', 'mode', 'rows'] }, { tool: 'odd', names: ['top'] }],
  ['nested_property', { tool: 'odd', path: ['rows', 0] }, { tool: 'odd', path: ['rows', 'nothing'] }],
  ['required_equals', { tool: 'odd', names: ['$top'] }, { tool: 'odd', names: [] }],
  ['enum_equals', { tool: 'odd', path: ['mode'], values: ['a', 'b'] }, { tool: 'odd', path: ['mode'], values: ['a'] }],
  ['type_at', { tool: 'odd', path: ['rows'], type: 'array' }, { tool: 'odd', path: ['rows'], type: 'string' }],
  ['property_keys_match', { pattern: '^[a-zA-Z0-9_.-]{1,64}$' }, { pattern: '^[a-z]$' }],
  [
    'validates',
    { tool: 'odd', arguments: { $top: 1 }, valid: true },
    { tool: 'odd', arguments: { $top: 0 }, valid: true },
  ],
  [
    'round_trip',
    { tool: 'odd', original_arguments: { $top: 1, rows: [{ '@id': 'x' }], free: 1 } },
    { tool: 'odd', original_arguments: { mode: 'a' } },
  ],
  ['in_output', { target: 'gemini', strings: ['mode'] }, { target: 'gemini', strings: ['never there'] }],
  ['no_network', {}, undefined],
  ['names_stable', { permute: true }, undefined],
  ['round_trip_all', {}, undefined],
];

describe('checks over converted schemas', () => {
  it('hold where they are right', async () => {
    expect(await run(ODD, CONVERT, ...rightOf(SCHEMA_CHECKS))).toEqual({ kind: 'passed' });
  });

  it.each(wrongOf(SCHEMA_CHECKS))('fail where they are wrong: %s %j', async (check, fields) => {
    expect(await run(ODD, CONVERT, { check, ...fields })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining(`check ${check}`),
    });
  });
});

// Absolute, because this process is not in the folder of the cases as the runner's own are.
const server = (name: string): string => resolve(FILE, `../servers/${name}.mjs`);

const SERVERS: Json = {
  servers: {
    plain: { command: 'node', args: [server('well-behaved')] },
    launch: { command: 'node', args: [server('argv-echo'), 'a b'], env: { GIVEN: '1' } },
    ghost: { command: 'no-such-command-51c' },
  },
};
const LIVE: Action = {
  op: 'gateway',
  steps: [
    { op: 'list_catalog' },
    {
      op: 'parallel',
      steps: [
        { op: 'call', ref: { server: 'plain', tool: 'echo' }, arguments: { message: 'm0' } },
        { op: 'call', ref: { server: 'plain', tool: 'echo' }, arguments: { message: 'm1' } },
      ],
    },
    { op: 'call', ref: { server: 'plain', tool: 'probe_state' }, arguments: {} },
    { op: 'call', ref: { server: 'ghost', tool: 'any' }, arguments: {} },
  ],
};
const LIVE_CHECKS: readonly Pair[] = [
  [
    'server_status',
    { server: 'ghost', status: 'failed', message_contains: 'no-such-command-51c' },
    { server: 'plain', status: 'ready', message_contains: 'x' },
  ],
  ['servers_running_include', { names: ['plain', 'launch'] }, { names: ['ghost'] }],
  ['launch_args_equal', { server: 'launch', values: ['a b'] }, { server: 'launch', values: ['a', 'b'] }],
  ['launch_arg', { server: 'launch', value: 'a b' }, { server: 'launch', value: 'a' }],
  ['child_env', { server: 'launch', has: ['GIVEN', 'PATH'] }, { server: 'launch', lacks: ['PATH'] }],
  ['spawn_count_le', { server: 'plain', value: 1 }, { server: 'plain', value: 0 }],
  ['log_names', { server: 'ghost', contains: 'no-such-command-51c' }, { server: 'plain', contains: 'no-such-command' }],
  ['not_in_logs', { strings: ['m0'] }, { strings: ['no-such-command-51c'] }],
  ['probe_ge', { step: 2, key: 'calls', value: 2 }, { step: 2, key: 'calls', value: 3 }],
  ['probe_len_ge', { step: 2, key: 'cancelled', value: 0 }, { step: 2, key: 'cancelled', value: 1 }],
  ['parallel_matches', { step: 1, field: 'message' }, undefined],
  ['call_received', { step: '1.1', arguments: { message: 'm1' } }, { step: '1.0', arguments: { message: 'm1' } }],
  ['error', { step: 3, kind: 'server_unavailable' }, { step: '1.0' }],
  ['process_alive', { server: 'plain' }, { server: 'ghost' }],
  ['no_leftover_process', {}, undefined],
];

describe('checks over real servers', () => {
  it('hold where they are right', async () => {
    expect(await run(SERVERS, LIVE, ...rightOf(LIVE_CHECKS))).toEqual({ kind: 'passed' });
  });

  it('fail where they are wrong', async () => {
    const wrong = wrongOf(LIVE_CHECKS);
    const verdict = await run(SERVERS, LIVE, ...wrong.map(([check, fields]) => ({ check, ...fields })));
    expect(verdict.kind).toBe('failed');
    const named = wrong.filter(([check]) => (verdict as { why: string }).why.includes(`check ${check}`));
    expect(named).toEqual(wrong);
  });
});

const SNIPPETS: Action = {
  op: 'code_each',
  snippets: [
    "return (await tools.call('tracker/create_issue', { title: 'x' })).data.ok",
    'return { pid: process.pid }',
    'for (;;);',
    "return ['console', 'process']",
  ],
};

const SNIPPET_CHECKS: readonly Pair[] = [
  ['value', { index: 0, equals: true }, { index: 0, equals: false }],
  ['error', { indexes: [1, 2] }, { index: 0 }],
  ['error', { index: 2, kind: 'timeout' }, { index: 1, kind: 'timeout' }],
  ['no_escape', { indexes: [0, 1, 2] }, { index: 3 }],
  ['calls_exclude_after', { arguments: [{ title: 'late' }] }, { arguments: [{ title: 'x' }] }],
  ['calls_logged_complete', {}, undefined],
  ['protocol_stream_clean', {}, undefined],
  ['call_count', { n: 1 }, { n: 0 }],
  ['next_ok', { code: 'return 1 + 1', equals: 2 }, { code: 'return 1 + 1', equals: 3 }],
];

describe('checks over snippets', () => {
  const setup = { ...TOOLS, config: { codeTimeoutMs: 1_000 } };
  const PATIENCE_MS = 60_000;

  it('hold where they are right', { timeout: PATIENCE_MS }, async () => {
    expect(await run(setup, SNIPPETS, ...rightOf(SNIPPET_CHECKS))).toEqual({ kind: 'passed' });
  });

  it('fail where they are wrong', { timeout: PATIENCE_MS }, async () => {
    const wrong = wrongOf(SNIPPET_CHECKS);
    const verdict = await run(setup, SNIPPETS, ...wrong.map(([check, fields]) => ({ check, ...fields })));
    const { why = '' } = verdict as { why?: string };
    expect(wrong.filter(([check]) => !why.includes(`check ${check}`))).toEqual([]);
  });
});

/** A model whose choice names nothing in the message. */
const TURN: Action = { op: 'turn', message: 'something is broken here' };
const TURN_CHECKS: readonly Pair[] = [
  ['list_adds_only', { refs: [ISSUE] }, { refs: [ISSUE, WEATHER] }],
  ['list_adds_only', { ref: ISSUE }, { ref: WEATHER }],
  ['list_size_le', { n: 4 }, { n: 3 }],
  ['aux_prompt_excludes', { strings: ['properties'] }, { strings: ['create_issue'] }],
];

describe('checks over turns', () => {
  const setup = { ...TOOLS, aux_model: { behaviour: 'returns', value: ['create_issue', 'no_such'] } };

  it('hold where they are right', async () => {
    expect(await run(setup, TURN, ...rightOf(TURN_CHECKS))).toEqual({ kind: 'passed' });
  });

  it.each(wrongOf(TURN_CHECKS))('fail where they are wrong: %s %j', async (check, fields) => {
    const verdict = await run(setup, TURN, { check, ...fields });
    expect(verdict).toMatchObject({ kind: 'failed', why: expect.stringContaining(`check ${check}`) });
  });

  it('do not hold where no model was asked, or none is known', async () => {
    const check: Check = { check: 'aux_prompt_excludes', strings: ['x'] };
    expect((await run(TOOLS, TURN, check)).kind).toBe('unmapped');
    expect((await run({ ...TOOLS, aux_model: { behaviour: 'sings' } }, TURN, check)).kind).toBe('unmapped');
  });
});

describe('what cannot be evaluated', () => {
  const CALL: Action = { op: 'call', ref: ISSUE, arguments: { title: 'x' } };

  it.each<[string, Json, Action, Check]>([
    ['check shines: not known', TOOLS, CALL, { check: 'shines' }],
    ['field strength is not known', TOOLS, CALL, { check: 'no_error', strength: 3 }],
    ['op levitate: not known', TOOLS, { op: 'levitate' }, { check: 'no_error' }],
    ['op call: field twice is not known', TOOLS, { ...CALL, twice: true }, { check: 'no_error' }],
    ['setup moon: not known', { ...TOOLS, moon: 1 }, CALL, { check: 'no_error' }],
    ['setup config.moon: not known', { ...TOOLS, config: { moon: 1 } }, CALL, { check: 'no_error' }],
    ['there is no step 3', TOOLS, CALL, { check: 'no_error', step: 3 }],
    ['error kind sad is not known', TOOLS, CALL, { check: 'error', kind: 'sad' }],
    ['says no strings', TOOLS, CALL, { check: 'in_output' }],
    ['no step runs a snippet', TOOLS, CALL, { check: 'no_escape' }],
  ])('never counts as passed: %s', async (why, setup, action, check) => {
    const verdict = await run(setup, action, check, { check: 'no_crash' });
    expect(verdict).toMatchObject({ kind: 'unmapped', why: expect.stringContaining(why) });
  });

  it('does not hide a check that fails', async () => {
    const verdict = await run(TOOLS, CALL, { check: 'shines' }, { check: 'error' });
    expect(verdict).toMatchObject({ kind: 'failed', why: expect.stringContaining('check error') });
  });
});

describe('conditions', () => {
  const CALL: Action = { op: 'call', ref: ISSUE, arguments: { title: 'x' } };

  it('leave a check out where they are not met', async () => {
    const verdict = await run(TOOLS, CALL, { check: 'warning_names', tool: 'create_issue', if: 'tool_absent' });
    expect(verdict).toEqual({ kind: 'passed' });
  });

  it('count where they are met', async () => {
    const verdict = await run(TOOLS, CALL, { check: 'warning_names', tool: 'absent_tool', if: 'tool_absent' });
    expect(verdict.kind).toBe('failed');
  });

  it('may be checks themselves', async () => {
    const isError = { check: 'error' };
    expect(await run(TOOLS, CALL, { check: 'call_count', n: 9, if: isError })).toEqual({ kind: 'passed' });
  });
});
