import { describe, expect, it } from 'vitest';
import type { FilterInput } from '../../src/engine/index.ts';
import type { RemoteRetrievalBackend, RetrievalBackend } from '../../src/retrieval/index.ts';
import { searchTools, type ToolSearchResult } from '../../src/retrieval/index.ts';
import type { ToolEntry, ToolTags } from '../../src/tools/index.ts';

/** Makes a backend over these tools and no others. */
export type OpenBackend = (entries: readonly ToolEntry[]) => Promise<RetrievalBackend>;

/** An index elsewhere says of each search anew how large it is. */
const begun = (backend: RetrievalBackend): Promise<RetrievalBackend> | RetrievalBackend =>
  'begin' in backend ? (backend as RemoteRetrievalBackend).begin() : backend;

const entry = (server: string, name: string, description: string, tags: ToolTags = {}): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description },
  tags,
});

const T1: ToolTags = { tenant: ['t1'], role: ['agent'] };
const T2: ToolTags = { tenant: ['t2'], role: ['agent', 'admin'], region: ['eu'] };
const PUBLIC: ToolTags = { tenant: ['*'], role: ['*'] };

/** Of a visible name, of hidden ones, of words that some hold and of products that only hidden tools serve. */
const ENTRIES: readonly ToolEntry[] = [
  entry('calendar', 'create_event', 'Put a meeting into the calendar.', T1),
  entry('outlook', 'create_event', 'Put a meeting into the Outlook calendar.', T2),
  entry('mail', 'send_mail', 'Send an e-mail to one or several people.', PUBLIC),
  entry('mail', 'list_mail', 'List unread mail of the inbox.', PUBLIC),
  entry('crm', 'deal.product.get', 'Read one product of a deal.', T1),
  entry('files', 'readFile', 'Read a file at a path.', T1),
  entry('weather', 'forecast', 'Weather of the next days: rain, wind and temperature.', PUBLIC),
  entry('github', 'create_issue', 'Create an issue in a GitHub repository.', T2),
  { ...entry('skills', 'write-report', 'How to write a report with weather in it.', T1), kind: 'skill' },
  { ...entry('', 'Plain Name', 'A tool whose id was given: reads files.', T1), id: 'given/Id-7' },
  ...Array.from({ length: 70 }, (_, i) =>
    entry(`shop-${i % 7}`, `export_invoice_${i}`, `Export invoices as file, variant ${i}.`, i % 2 === 0 ? T2 : T1),
  ),
];

const QUERIES = [
  'send a mail to the team',
  'create_event',
  'CALENDAR:CREATE_EVENT',
  'mcp__mail__send_mail',
  'mcp:crm:deal.product.get',
  'product.get',
  'given/id-7',
  'plain name',
  'export invoices as a file',
  'read the weather file',
  'select:send_mail,forecast,nothing',
  '/^export_invoice_1/',
  'server:mail',
  'server:mail unread',
  'kind:skill report',
  'weather +wind',
  'create an issue in GitHub',
  'archive the issue in GitHub',
  'delete the meeting from Outlook',
  'send the GitHub issue by mail',
  'погода и файл',
  'invoice',
  'zzz',
];
const FILTERS: readonly (FilterInput | undefined)[] = [
  undefined,
  'tenant=t1',
  'tenant=t2 AND role=admin',
  'role=agent AND NOT tenant=t2',
  'tenant=t9 AND region=us',
];

/**
 * What every backend owes: the answers of a catalog in memory, and under a filter those of a catalog that never held
 * anything else.
 * @param open makes the backend under test, `reference` the one that it is held against.
 */
export function describeRetrievalBackend(name: string, open: OpenBackend, reference: OpenBackend): void {
  describe(`a retrieval backend (${name})`, () => {
    it.each(FILTERS)('answers like a catalog in memory under %j', async (filter) => {
      const [own, other] = await Promise.all([open(ENTRIES), reference(ENTRIES)]);
      for (const query of QUERIES) {
        const request = { query, limit: 20, ...(filter === undefined ? {} : { filter }) };
        const [answer, wanted] = [await searchTools(own, request), await searchTools(other, request)];
        // Words that must be there are looked for among the best: the statistics are those of the whole view.
        if (query.includes('+')) expect(ids(answer), query).toEqual(ids(wanted));
        else expect(said(answer), query).toEqual(said(wanted));
      }
    });

    it('gives the candidates of each leg the figures of both', async () => {
      const request = { query: 'send mail', terms: ['send', 'mail'], limit: 3, filter: {} };
      const [own, other] = await Promise.all([open(ENTRIES), reference(ENTRIES)]);
      const [found, wanted] = await Promise.all([own.candidates(request), other.candidates(request)]);
      const figures = (set: typeof found) =>
        set.candidates
          .map(({ tool, lexical, coverage, fields, cosine }) => ({
            id: tool.id,
            lexical: rounded(lexical),
            coverage: rounded(coverage),
            fields,
            cosine: rounded(cosine),
          }))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(figures(found)).toEqual(figures(wanted));
      expect(found.queryIdf).toBeCloseTo(wanted.queryIdf, 6);
      expect([found.lexicalTotal, found.tier, found.unread]).toEqual([wanted.lexicalTotal, wanted.tier, wanted.unread]);
    });

    it('knows nothing of tools that a filter hides: names, servers, products, tags, counts', async () => {
      const whole = await begun(await open(ENTRIES));
      const part = await begun(whole.partition({ op: 'in', tag: 'tenant', values: ['t1'] }));
      const visible = ENTRIES.filter(({ tags = {} }) => tags.tenant?.some((value) => value === 't1' || value === '*'));
      expect(part.size).toBe(visible.length);
      expect((await part.named('create_event')).map(({ id }) => id)).toEqual(['mcp:calendar:create_event']);
      expect(await part.named('github:create_issue')).toEqual([]);
      expect([await whole.hasServer('github'), await part.hasServer('github')]).toEqual([true, false]);
      expect([await whole.serves('github'), await part.serves('github')]).toEqual([true, false]);
      expect([...whole.tagKeys].sort()).toEqual(['region', 'role', 'tenant']);
      expect([...part.tagKeys].sort()).toEqual(['role', 'tenant']);
      expect((await part.list({}, 3)).total).toBe(visible.length);
      expect(await part.nameContains('issue', {}, 5)).toEqual({ tools: [], total: 0 });
    });

    it('narrows a part once more, and never widens it', async () => {
      const part = (await open(ENTRIES)).partition({ op: 'in', tag: 'tenant', values: ['t1'] });
      const none = part.partition({ op: 'in', tag: 'tenant', values: ['t2'] });
      // What is public passes both.
      expect((await none.list({}, 9)).tools.map(({ id }) => id)).toEqual([
        'mcp:mail:list_mail',
        'mcp:mail:send_mail',
        'mcp:weather:forecast',
      ]);
      expect((await begun(part.partition({ op: 'none' }))).size).toBe(0);
    });

    it('lists in order of id, as many as are asked for, and counts all', async () => {
      const backend = await begun(await open(ENTRIES));
      const { tools, total } = await backend.list({ server: 'mail' }, 1);
      expect([tools.map(({ id }) => id), total]).toEqual([['mcp:mail:list_mail'], 2]);
      const { tools: all } = await backend.list({}, 1_000);
      expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort());
      expect(all.length).toBe(backend.size);
    });

    it('gives tools back as they were read', async () => {
      const [own, other] = await Promise.all([open(ENTRIES), reference(ENTRIES)]);
      const [tool] = await own.named('write-report');
      const [wanted] = await other.named('write-report');
      for (const key of Object.keys(wanted!) as (keyof typeof wanted)[]) expect(tool![key]).toEqual(wanted![key]);
    });

    it('is empty without tools', async () => {
      const empty = await begun(await open([]));
      expect([empty.size, await empty.named('x'), await empty.hasServer('x')]).toEqual([0, [], false]);
      expect(await searchTools(empty, { query: 'x' })).toMatchObject({ verdict: 'none', reason: 'empty-catalog' });
    });
  });
}

/** What two answers are compared by: tools by id, figures to six digits. */
function said({ hits, ranked, ...rest }: ToolSearchResult): unknown {
  const list = (some: ToolSearchResult['hits']) =>
    some.map(({ tool, score, confidence, sure }) => [tool.id, rounded(score), rounded(confidence), sure]);
  return { ...rest, hits: list(hits), ranked: list(ranked) };
}

function ids({ verdict, hits }: ToolSearchResult): unknown {
  return [verdict, hits.map(({ tool }) => tool.id)];
}

function rounded(figure: number): number {
  return Number(figure.toFixed(6));
}
