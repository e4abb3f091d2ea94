import fc from 'fast-check';
import type { PolicyRules, SessionScope } from '../../src/calling/index.ts';
import type { ToolEntry, ToolSource, ToolTags } from '../../src/tools/index.ts';

/** A registry in which some tools are hidden from one caller, and the rights that hide them. */
export interface Registry {
  /** Everything, in the order of the registry. */
  readonly all: readonly ToolEntry[];
  /** What the caller may use, in the same order. */
  readonly visible: readonly ToolEntry[];
  readonly rights: Rights;
}

/** Rights of every kind that a policy knows; each hides {@link Registry.all} down to the visible. */
export type Rights = 'filter' | 'tags' | 'servers' | 'annotations';

export const RIGHTS: readonly Rights[] = ['filter', 'tags', 'servers', 'annotations'];

export function rulesOf(rights: Rights): PolicyRules {
  switch (rights) {
    case 'filter':
      return {};
    case 'tags':
      return { deny: [{ tags: 'NOT tenant=t1' }] };
    case 'servers':
      return {
        allow: ['mcp:shop:*', { server: 'desk' }, { source: 'client' }],
        deny: ['*:secret_*', { server: 'hr*' }],
      };
    case 'annotations':
      return { allow: [{ annotations: { readOnlyHint: true } }] };
  }
}

export function scopeOf(rights: Rights): SessionScope {
  return { agent: 'a', ...(rights === 'filter' ? { filter: 'tenant=t1' } : {}) };
}

const VERBS = ['create', 'list', 'export', 'delete'];
const NOUNS = ['invoice', 'salary', 'holiday', 'order', 'user'];
const SERVERS = ['shop', 'desk'];
const EXTRAS = ['', ' as CSV', ' by month', ' for payroll'];

interface Draft {
  readonly verb: string;
  readonly noun: string;
  readonly server: string;
  readonly extra: string;
  readonly argument: string;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  verb: fc.constantFrom(...VERBS),
  noun: fc.constantFrom(...NOUNS),
  server: fc.constantFrom(...SERVERS),
  extra: fc.constantFrom(...EXTRAS),
  argument: fc.constantFrom('month', 'id', 'format'),
});

/** What makes a hidden tool dangerous: each has shown through in some product. */
const DISGUISES = [
  // Same server, same name, another tenant, another schema.
  'same-id',
  // A letter away from a visible name, or from one that is asked for.
  'near-name',
  // The same texts under another name.
  'near-text',
  // A tool of the host that has the model-safe name of a visible tool.
  'same-safe-name',
  // Named like the request.
  'request',
  // On a server of its own.
  'other-server',
  // With tags that no visible tool has.
  'other-tag',
  // Without a name, so that only a warning is left of it.
  'nameless',
] as const;
type Disguise = (typeof DISGUISES)[number];

const hiddenDraft = fc.record({ disguise: fc.constantFrom(...DISGUISES), draft, twin: fc.nat() });

/** Enough to move every threshold that depends on the size of a catalog, from one tool to hundreds. */
const crowd = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 120 }) },
);

export const registry: fc.Arbitrary<Registry> = fc
  .record({
    rights: fc.constantFrom(...RIGHTS),
    drafts: fc.uniqueArray(draft, {
      minLength: 0,
      maxLength: 8,
      selector: ({ verb, noun, server }) => `${server}/${verb}_${noun}`,
    }),
    hidden: fc.array(hiddenDraft, { minLength: 1, maxLength: 8 }),
    crowd,
    order: fc.infiniteStream(fc.nat()),
  })
  .map(({ rights, drafts, hidden, crowd: size, order }) => {
    const shown = drafts.map((one) => entry(one, rights, true));
    const away = hidden.map(({ disguise, draft: one, twin }) =>
      disguised(disguise, one, drafts[twin % drafts.length], rights),
    );
    const many = Array.from({ length: size }, (_, i) =>
      hide({ ...NOBODY, verb: 'export', noun: `invoice_${i}` }, rights, {
        server: away.length % 2 === 0 ? 'hr' : 'jira',
      }),
    );
    const all = [...shown, ...away, ...many];
    const ranks = all.map(() => order.next().value as number);
    const visible = new Set(shown);
    const shuffled = all.map((one, i) => [one, ranks[i]!] as const).sort((a, b) => a[1] - b[1]);
    const mixed = shuffled.map(([one]) => one);
    return { all: mixed, visible: mixed.filter((one) => visible.has(one)), rights };
  });

const NOBODY: Draft = { verb: '', noun: '', server: 'hr', extra: '', argument: 'id' };

interface Change {
  readonly server?: string;
  readonly name?: string;
  readonly source?: ToolSource;
  readonly tags?: ToolTags;
}

function disguised(disguise: Disguise, own: Draft, twin: Draft = own, rights: Rights): ToolEntry {
  const name = `${twin.verb}_${twin.noun}`;
  switch (disguise) {
    case 'same-id':
      // Rights by server cannot tell two tools of one id apart, so there it is one of the next server.
      return hide({ ...twin, argument: 'secret' }, rights, rights === 'servers' ? { server: `hr-${twin.server}` } : {});
    case 'near-name':
      return hide({ ...own, server: twin.server }, rights, { name: `${name}s` });
    case 'near-text':
      return hide(twin, rights, { name: `secret_${name}` });
    case 'same-safe-name':
      return hide(own, rights, { name: `${twin.server}__${name}`, source: { kind: 'client', name: 'hr' } });
    case 'request':
      return hide(own, rights, { name: 'export_salaries' });
    case 'other-server':
      return hide(own, rights, { server: 'hr' });
    case 'other-tag':
      return hide(own, rights, { name: `secret_${own.noun}`, tags: { tenant: ['t2'], region: ['eu'] } });
    case 'nameless':
      return hide(own, rights, { name: '' });
  }
}

function hide(one: Draft, rights: Rights, change: Change): ToolEntry {
  const shown = entry(one, rights, false);
  const { server = one.server, name = shown.definition.name, source, tags = shown.tags! } = change;
  // Rights by server know hidden tools by their server or by their name.
  const elsewhere =
    rights === 'servers' && !name.startsWith('secret_') && !server.startsWith('hr') && server !== 'jira'
      ? `hr-${server}`
      : server;
  return {
    ...shown,
    source: source ?? { kind: 'mcp', name: elsewhere },
    definition: { ...shown.definition, name },
    tags,
  };
}

function entry({ verb, noun, server, extra, argument }: Draft, rights: Rights, visible: boolean): ToolEntry {
  const byTenant = rights === 'filter' || rights === 'tags';
  return {
    source: { kind: 'mcp', name: server },
    definition: {
      name: `${verb}_${noun}`,
      description: `${verb} ${noun}${extra}.`,
      inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] },
      annotations: { readOnlyHint: visible || rights !== 'annotations' },
    },
    tags: { tenant: [visible || !byTenant ? (noun === 'order' ? '*' : 't1') : 't2'] },
  };
}

/** What callers ask for: visible and hidden things, by words, names, typing errors and operators. */
export const REQUESTS: readonly string[] = [
  'export salaries as csv',
  'create an invoice',
  'создать счёт',
  '删除用户',
  'export_salaries',
  'create_invoice',
  'shop/create_invoice',
  'create_invoices',
  'export',
  'hr',
  'fly to the moon',
  'list the users in jira',
  'select:export_salaries,create_invoic,secret_user',
  '+salary export',
  '/salar|invoice/',
  'server:hr list users',
  'server:shop',
  'what can you do?',
  'what can you do with invoices?',
  'какие есть инструменты для зарплат?',
];

export const REFERENCES: readonly string[] = [
  'create_invoice',
  'shop__create_invoice',
  'mcp:shop:create_invoice',
  'create_invoic',
  'export_salaries',
  'export_salarie',
  'hr/export_salaries',
  'mcp:hr:create_user',
  'mcp__hr__create_user',
  'hr__export_invoice_7',
  'secret_user',
  'secret_create_invoice',
  'tool_search',
];
