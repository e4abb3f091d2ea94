import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog, type SourceKind, type Tool, type ToolAnnotations, type ToolTags } from '../../tools/index.ts';
import { compilePolicy, type PolicyLayer } from './policy.ts';
import { layersOf, type PolicyBook } from './policy-book.ts';
import type { PolicyRule, PolicyRules } from './rules.ts';

interface Made {
  readonly server?: string;
  readonly kind?: SourceKind;
  readonly annotations?: ToolAnnotations;
  readonly tags?: ToolTags;
}
const made = (name: string, { server = 'github', kind = 'mcp', annotations, tags }: Made = {}): Tool =>
  createCatalog([
    {
      source: { kind, name: server },
      definition: { name, ...(annotations === undefined ? {} : { annotations }) },
      ...(tags === undefined ? {} : { tags }),
    },
  ]).tools[0]!;
const agent = (rules: PolicyRules, name = 'writer'): PolicyLayer => ({ kind: 'agent', name, rules });
const allows = (rules: PolicyRules, tool: Tool): boolean => compilePolicy([agent(rules)]).allows(tool);

describe('a rule', () => {
  const repo = made('delete_repo', { tags: { tenant: ['t1'] }, annotations: { destructiveHint: true } });
  it.each<[PolicyRule, boolean]>([
    ['*', true],
    ['mcp:github:*', true],
    ['mcp:github:delete_repo', true],
    ['mcp:git:*', false],
    ['github/delete_*', true],
    ['gitlab/*', false],
    [{ server: 'git*' }, true],
    [{ server: 'git' }, false],
    [{ source: 'mcp' }, true],
    [{ source: 'openapi' }, false],
    [{ annotations: { destructiveHint: true } }, true],
    [{ annotations: { readOnlyHint: true } }, false],
    [{ tags: 'tenant=t1' }, true],
    [{ tags: { tenant: ['t2', 't3'] } }, false],
    [{ server: 'github', tags: 'tenant=t2' }, false],
  ])('%j takes it: %s', (rule, expected) => {
    expect(allows({ allow: [rule] }, repo)).toBe(expected);
    expect(allows({ deny: [rule] }, repo)).toBe(!expected);
  });

  it('wants every hint that it names', () => {
    const tool = made('x', {
      annotations: { destructiveHint: true, idempotentHint: true, team: 'a' } as ToolAnnotations,
    });
    const takes = (annotations: Record<string, unknown>): boolean =>
      allows({ allow: [{ annotations } as PolicyRule] }, tool);
    expect(takes({ destructiveHint: true, idempotentHint: true })).toBe(true);
    expect(takes({ destructiveHint: true, idempotentHint: false })).toBe(false);
    expect(takes({ readOnlyHint: true, destructiveHint: true })).toBe(false);
  });

  it('tells policies with other rules apart, and those without any', () => {
    const policy = (...layers: PolicyRules[]) => compilePolicy(layers.map((rules) => agent(rules)));
    expect(policy({}).open).toBe(true);
    expect(policy({ deny: [] }).open).toBe(true);
    expect([policy({ deny: ['a'] }).open, policy({ allow: ['*'] }).open, policy({ allow: [] }).open]).toEqual([
      false,
      false,
      false,
    ]);
    const [one, other] = [{ deny: ['a'] }, { allow: ['mcp:*'] }];
    expect(policy(one, other).fingerprint).toBe(policy(other, one).fingerprint);
    expect(new Set([policy(one), policy(other), policy(one, other)].map(({ fingerprint }) => fingerprint)).size).toBe(
      3,
    );
  });

  it('denies by the bare name of a tool, and does not allow by it: another server could take the name', () => {
    for (const name of ['delete_repo', 'github__delete_repo']) {
      expect(allows({ deny: [name] }, repo)).toBe(false);
      expect(allows({ allow: [name] }, repo)).toBe(false);
    }
  });

  it('denies a name however its accents are written, and allows none but the one that it gives', () => {
    const [composed, split] = ['müller', 'müller'.normalize('NFD')] as const;
    expect(composed).not.toBe(split);
    for (const [written, named] of [
      [composed, split],
      [split, composed],
    ] as const) {
      const tool = made('send', { server: named });
      for (const rule of [`${written}/*`, `${written}/send`, { server: written }, { id: `mcp:${written}:*` }]) {
        expect([rule, allows({ deny: [rule] }, tool)]).toEqual([rule, false]);
        expect([rule, allows({ allow: [rule] }, tool)]).toEqual([rule, false]);
        const source = { kind: 'mcp' as const, name: named };
        if (rule !== `${written}/send`)
          expect(compilePolicy([agent({ deny: [rule] })]).allowsSource(source)).toBe(false);
      }
    }
  });

  it('means by a hint that is not given what MCP means by it', () => {
    const plain = made('x');
    const reading = made('y', { annotations: { readOnlyHint: true } });
    const lying = made('z', { annotations: { destructiveHint: 'false' as never } });
    const destructive: PolicyRules = { deny: [{ annotations: { destructiveHint: true } }] };
    expect([plain, reading, lying].map((tool) => allows(destructive, tool))).toEqual([false, true, false]);
    expect(allows({ allow: [{ annotations: { constructor: 'x' } }] }, plain)).toBe(false);
  });

  it('reads a colon in the name of a server as its ids write it', () => {
    expect(allows({ allow: ['mcp:a%3Ab:*'] }, made('x', { server: 'a:b' }))).toBe(true);
    expect(allows({ allow: ['mcp:a:*'] }, made('x', { server: 'a:b' }))).toBe(false);
  });
});

describe('layers', () => {
  const tools = ['create_issue', 'delete_repo', 'get_user'].map((name) => made(name));
  const names = (layers: readonly PolicyLayer[]) => {
    const policy = compilePolicy(layers);
    return tools.filter((tool) => policy.allows(tool)).map((tool) => tool.originalName);
  };

  it('allow everything where none says anything', () => {
    expect(names([])).toEqual(['create_issue', 'delete_repo', 'get_user']);
    expect(compilePolicy([agent({})]).open).toBe(true);
  });

  it('let deny win over allow, within a layer and across layers', () => {
    expect(names([agent({ allow: ['*'], deny: ['*:delete_*'] })])).toEqual(['create_issue', 'get_user']);
    expect(names([agent({ deny: ['*:get_*'] }), { kind: 'channel', rules: { allow: ['*'] } }])).toEqual([
      'create_issue',
      'delete_repo',
    ]);
  });

  it('give nothing where a layer allows nothing', () => {
    expect(names([agent({ allow: [] })])).toEqual([]);
  });

  it('say who objects first, in the order of the layers, and by which rule', () => {
    const policy = compilePolicy([
      { kind: 'channel', name: 'mail', rules: { deny: ['*:delete_*'] } },
      agent({ allow: ['*:create_*', '*:delete_*'] }),
    ]);
    expect(tools.map((tool) => policy.decide(tool))).toEqual([
      { allowed: true },
      { allowed: false, layer: 'channel "mail"', rule: 'deny *:delete_*' },
      { allowed: false, layer: 'agent "writer"', rule: 'no rule of allow matches' },
    ]);
  });

  it('only ever narrow, whatever they say', () => {
    const rule = fc.oneof(
      fc.constantFrom('*', 'mcp:github:*', 'github/get_*', '*issue', 'nothing:*'),
      fc.constantFrom<PolicyRule>({ server: 'git*' }, { source: 'plugin' }, { annotations: { readOnlyHint: false } }),
    );
    const rules: fc.Arbitrary<PolicyRules> = fc.record(
      { allow: fc.array(rule, { maxLength: 3 }), deny: fc.array(rule, { maxLength: 2 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(rules, rules, rules, (first, second, third) => {
        const parent = compilePolicy([agent(first), { kind: 'profile', rules: second }]);
        const child = parent.narrow([{ kind: 'session', rules: third }]);
        const alone = compilePolicy([{ kind: 'session', rules: third }]);
        for (const tool of tools) {
          expect(child.allows(tool)).toBe(parent.allows(tool) && alone.allows(tool));
          expect(child.decide(tool).allowed).toBe(child.allows(tool));
          if (child.allows(tool)) expect(child.allowsSource(tool.source)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('have one fingerprint for the same rights under other names, and another for other rights', () => {
    const print = (...layers: PolicyLayer[]) => compilePolicy(layers).fingerprint;
    expect(print(agent({ deny: ['a'] }, 'x'))).toBe(print(agent({ deny: ['a'] }, 'y'), agent({})));
    expect(print(agent({ deny: ['a'] }))).not.toBe(print(agent({ allow: ['a'] })));
    expect(print(agent({ allow: ['a', 'b'] }))).not.toBe(print(agent({ allow: ['a'] }), agent({ allow: ['b'] })));
  });
});

describe('a rule over names', () => {
  it('takes a name without a star for that name alone, among others with conditions', () => {
    const policy = compilePolicy([agent({ deny: ['a*', 'b', { id: 'c', server: 'git*' }, { server: 'wiki' }] })]);
    const objection = (name: string, server = 'github') => {
      const decision = policy.decide(made(name, { server }));
      return decision.allowed ? undefined : decision.rule;
    };
    expect(['ab', 'b', 'bb', 'c'].map((name) => objection(name))).toEqual([
      'deny a*',
      'deny b',
      undefined,
      'deny {"id":"c","server":"git*"}',
    ]);
    expect([objection('c', 'mail'), objection('d', 'wiki')]).toEqual([undefined, 'deny {"server":"wiki"}']);
  });

  it('is asked in the order of the layers, however they are given', () => {
    const kinds = ['all', 'agent', 'profile', 'sandbox', 'session', 'channel'] as const;
    const layers: PolicyLayer[] = kinds.map((kind) => ({ kind, rules: { allow: [] } }));
    for (const [index, kind] of kinds.entries()) {
      const decision = compilePolicy(layers.slice(index).reverse()).decide(made('a'));
      expect(decision).toEqual({ allowed: false, layer: kind, rule: 'allows nothing' });
    }
  });

  it('keeps what it found about a tool, for that tool', () => {
    const policy = compilePolicy([agent({ deny: ['a'] })]);
    const [a, b] = [made('a'), made('b')];
    expect([a, b, a, b].map((tool) => policy.allows(tool))).toEqual([false, true, false, true]);
  });

  it('names no tags without a filter', () => {
    expect(compilePolicy([agent({ deny: ['a', { server: 'x' }] })]).tags).toEqual([]);
    expect(compilePolicy([agent({ allow: [{ tags: 'a=1' }], deny: [{ tags: 'b=1' }] })]).tags).toEqual(['b', 'a']);
  });
});

describe('a hint that a tool does not give', () => {
  it.each([
    ['readOnlyHint', false],
    ['destructiveHint', true],
    ['idempotentHint', false],
    ['openWorldHint', true],
  ])('counts as what MCP says: %s is %s', (hint, value) => {
    const takes = (wanted: unknown, annotations?: ToolAnnotations): boolean =>
      allows({ allow: [{ annotations: { [hint]: wanted } } as PolicyRule] }, made('x', annotations && { annotations }));
    expect([takes(value), takes(!value)]).toEqual([true, false]);
    expect([takes(value, { title: 'x' }), takes(!value, { title: 'x' })]).toEqual([true, false]);
  });

  it('is no hint of MCP: nothing is supposed of it', () => {
    for (const wanted of [true, false, 'x']) {
      expect(allows({ allow: [{ annotations: { audited: wanted } }] }, made('x'))).toBe(false);
    }
    const audited = made('x', { annotations: { audited: true } as ToolAnnotations });
    expect(allows({ allow: [{ annotations: { audited: true } }] }, audited)).toBe(true);
  });
});

describe('a source without tools', () => {
  const github = { kind: 'mcp', name: 'github' } as const;
  it.each<[PolicyRules, boolean]>([
    [{}, true],
    [{ allow: [] }, false],
    [{ allow: ['mcp:github:get_*'] }, true],
    [{ allow: ['mcp:git*'] }, true],
    [{ allow: ['github/*'] }, true],
    [{ allow: ['mcp:gitlab:*', { server: 'wiki' }] }, false],
    [{ allow: [{ source: 'mcp' }] }, true],
    [
      {
        allow: [
          { source: 'mcp', server: 'wiki' },
          { source: 'openapi', server: 'github' },
        ],
      },
      false,
    ],
    [{ deny: [{ source: 'mcp' }] }, false],
    [{ deny: [{ source: 'openapi' }, { source: 'mcp', server: 'wiki' }] }, true],
    [{ deny: ['mcp:github:*'] }, false],
    [{ deny: [{ server: 'git*' }] }, false],
    [{ deny: ['*:delete_*', { server: 'github', annotations: { readOnlyHint: false } }] }, true],
  ])('may be known under %j: %s', (rules, expected) => {
    expect(compilePolicy([agent(rules)]).allowsSource(github)).toBe(expected);
  });
});

describe('rules that cannot be read', () => {
  it.each<[unknown, string]>([
    [null, 'agent "writer"'],
    [{ alow: ['*'] }, 'agent "writer".alow is not known; did you mean allow?'],
    [{ allow: null }, 'agent "writer".allow must be a list of rules, not null'],
    [{ allow: '*' }, 'agent "writer".allow must be a list'],
    [{ deny: [''] }, 'agent "writer".deny[0] is empty'],
    [{ deny: [{}] }, 'agent "writer".deny[0] names no condition'],
    [{ deny: [{ servr: 'x' }] }, 'agent "writer".deny[0].servr is not known; did you mean server?'],
    [{ deny: [{ source: 'http' }] }, 'agent "writer".deny[0].source must be one of'],
    [{ deny: [{ annotations: {} }] }, 'agent "writer".deny[0].annotations must be an object'],
    [{ deny: [{ annotations: { readOnlyHint: null } }] }, 'agent "writer".deny[0].annotations.readOnlyHint'],
    [{ deny: [{ tags: 'tenant=' }] }, 'agent "writer".deny[0].tags is no filter'],
  ])('%j names its key', (rules, message) => {
    expect(() => compilePolicy([agent(rules as PolicyRules)])).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(message) }),
    );
  });
});

describe('the book of an installation', () => {
  const book: PolicyBook = {
    all: { deny: ['*:delete_*'] },
    agents: { writer: { allow: ['mcp:github:*'] }, '*': { allow: ['mcp:wiki:*'] } },
    channels: { mail: {} },
  };
  const allowed = (scope: Parameters<typeof layersOf>[1], some: PolicyBook = book) => {
    const policy = compilePolicy(layersOf(some, scope));
    return [made('a'), made('delete_a'), made('b', { server: 'wiki', tags: { tenant: ['t1'] } })]
      .filter((tool) => policy.allows(tool))
      .map((tool) => tool.originalName);
  };

  it('gives each session the layers of its names, and * to those without rules of their own', () => {
    expect(allowed({ agent: 'writer', channel: 'mail' })).toEqual(['a']);
    expect(allowed({ agent: 'reader', channel: 'mail' })).toEqual(['b']);
    expect(allowed({ channel: 'mail' })).toEqual(['b']);
  });

  it.each([{ agent: 'writer' }, { agent: 'writer', channel: 'chat' }, { agent: 'writer', channel: 'toString' }])(
    'gives nothing to a session that is not in a table: %j',
    (scope) => {
      expect(allowed(scope)).toEqual([]);
    },
  );

  it('asks for no name where there is no table', () => {
    expect(allowed({ agent: 'anyone' }, {})).toEqual(['a', 'delete_a', 'b']);
  });

  it('narrows by a filter over tags', () => {
    expect(allowed({ filter: 'tenant=t1' }, {})).toEqual(['b']);
    expect(allowed({ filter: '' }, {})).toEqual([]);
    expect(compilePolicy(layersOf({}, { filter: 'tenant=t1 OR NOT region=eu' })).tags).toEqual(['tenant', 'region']);
  });
});
