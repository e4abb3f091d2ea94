import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, connect, post, serve, tool } from './harness.ts';

afterEach(closeAll);

const ENTRIES = [
  tool('list_orders', 'red', 'shop'),
  tool('list_mails', 'red', 'mail'),
  tool('send_mail', 'red', 'mail'),
];
const VIEWS = {
  office: {
    name: 'Office tools',
    servers: ['mail'],
    overrides: { 'mail/send_mail': { name: 'write_letter', description: 'Writes a letter to a customer.' } },
    pinned: ['list_mails'],
  },
  plain: { mode: 'direct', rules: { deny: ['*/send_*'] } },
  directory: { mode: 'directory', profile: 'toolscout' },
};

const names = async (client: Awaited<ReturnType<typeof connect>>): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe('views of one gateway', () => {
  it.each(['legacy', 'modern'] as const)(
    'show different servers, words, pins and modes by path (%s era)',
    async (era) => {
      const { http, ran } = await serve(undefined, { entries: ENTRIES, config: { views: VIEWS } });
      const at = (view: string) => connect(`${http.url}/${view}`, undefined, era);
      const [whole, office, plain, directory] = await Promise.all([
        connect(http.url, undefined, era),
        at('office'),
        at('plain'),
        at('directory'),
      ]);
      const bridge = ['tool_search', 'tool_describe', 'tool_call'];
      expect(await names(whole)).toEqual(bridge);
      expect(await names(office)).toEqual([expect.stringContaining('list_mails'), ...bridge]);
      expect((await names(plain)).sort()).toEqual(['mail__list_mails', 'shop__list_orders']);
      const described = (await directory.listTools()).tools.find(({ name }) => name === 'tool_search');
      expect(described?.description).toContain('list_orders');
      const search = async (client: typeof office, query: string) =>
        JSON.stringify(await client.callTool({ name: 'tool_search', arguments: { query } }));
      expect(await search(office, 'write letter to a customer')).toContain('write_letter');
      expect(await search(office, 'list orders')).not.toContain('list_orders');
      expect(await search(whole, 'send mail')).not.toContain('write_letter');
      await office.callTool({ name: 'tool_call', arguments: { name: 'write_letter', arguments: {} } });
      // Under the name of another view it is not known.
      const wrong = await whole.callTool({ name: 'tool_call', arguments: { name: 'write_letter', arguments: {} } });
      expect(JSON.stringify(wrong)).toContain('UNKNOWN_TOOL');
      const denied = await office.callTool({ name: 'tool_call', arguments: { name: 'list_orders', arguments: {} } });
      expect(JSON.stringify(denied)).toContain('UNKNOWN_TOOL');
      expect(ran).toEqual(['send_mail']);
      expect((await post(`${http.url}/nowhere`, undefined)).status).toBe(404);
    },
  );

  it('are given by key, and a view of somebody else is one that is not there', async () => {
    const { http, keys } = await serve({ keys: true }, { entries: ENTRIES, config: { views: VIEWS } });
    const give = (name: string, views?: string[]) =>
      keys.create({ name, grant: { may: ['use'], ...(views === undefined ? {} : { views }) } }).key;
    const [office, all, gone] = [give('o', ['office', 'plain']), give('a'), give('g', ['removed'])];
    expect(await names(await connect(http.url, office))).toContain('mail__list_mails');
    expect(await names(await connect(`${http.url}/plain`, office))).toContain('shop__list_orders');
    const status = async (path: string, key?: string) => (await post(`${http.url}${path}`, key)).status;
    expect([await status('/directory', office), await status('/nowhere', office)]).toEqual([404, 404]);
    expect([await status('', all), await status('/office', all), await status('/office')]).toEqual([200, 200, 401]);
    expect([await status('', gone), await status('/office', gone)]).toEqual([403, 403]);
  });

  it('do not open one session with the id of another', async () => {
    const { http } = await serve(undefined, { entries: ENTRIES, config: { views: VIEWS } });
    const id = (await post(http.url, undefined)).headers.get('mcp-session-id')!;
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
    const list = (path: string) => post(`${http.url}${path}`, undefined, { method: 'tools/list' }, headers);
    expect([(await list('/office')).status, (await list('')).status]).toEqual([404, 200]);
  });

  it('say in each answer what they save', async () => {
    const many = Array.from({ length: 60 }, (_, i) => tool(`do_thing_number_${i}`, 'red'));
    const { http } = await serve(undefined, { entries: many, config: { views: VIEWS } });
    const client = await connect(http.url, undefined);
    const { _meta: listed } = await client.listTools();
    const { _meta: found } = await client.callTool({ name: 'tool_search', arguments: { query: 'thing number 7' } });
    const tokens = { direct: expect.any(Number), shown: expect.any(Number), saved: expect.any(Number), exact: false };
    expect(listed).toMatchObject({ 'toolscout/tokens': tokens });
    const { direct, shown, saved } = (found as Record<string, Record<string, number>>)['toolscout/tokens']!;
    expect(saved).toBe(direct! - shown!);
    expect(saved).toBeGreaterThan(500);
    const plain = await connect(`${http.url}/plain`, undefined);
    expect((await plain.listTools())._meta?.['toolscout/tokens']).toBeUndefined();
  });
});
