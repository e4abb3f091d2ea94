import { type Peer, type PeerDocument, toPeerDocument } from './peer.ts';

interface OramaModule {
  create(options: { schema: Record<string, 'string'> }): unknown;
  insertMultiple(database: unknown, documents: readonly PeerDocument[]): Promise<unknown>;
  search(
    database: unknown,
    request: { term: string; limit: number },
  ): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
}

/** Orama's full-text index with its default English tokenizer, over the three fields. */
export const orama: Peer = {
  name: 'orama',
  packages: ['@orama/orama@3.1.18'],
  async load(importPeer) {
    const { create, insertMultiple, search } = (await importPeer('@orama/orama')) as OramaModule;
    return async (tools) => {
      const database = create({ schema: { name: 'string', description: 'string', parameters: 'string' } });
      await insertMultiple(database, tools.map(toPeerDocument));
      return async (query, limit) => {
        const { hits } = await search(database, { term: query, limit });
        return hits.map((hit) => hit.id);
      };
    };
  },
};
