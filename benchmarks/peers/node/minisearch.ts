import { type Peer, type PeerDocument, toPeerDocument } from './peer.ts';

interface MiniSearchModule {
  readonly default: new (options: {
    fields: string[];
  }) => {
    addAll(documents: readonly PeerDocument[]): void;
    search(query: string): readonly { readonly id: string }[];
  };
}

/** MiniSearch with its own tokenizer and BM25+, over the three fields. */
export const minisearch: Peer = {
  name: 'minisearch',
  packages: ['minisearch@7.2.0'],
  async load(importPeer) {
    const { default: MiniSearch } = (await importPeer('minisearch')) as MiniSearchModule;
    return async (tools) => {
      const index = new MiniSearch({ fields: ['name', 'description', 'parameters'] });
      index.addAll(tools.map(toPeerDocument));
      return async (query, limit) =>
        index
          .search(query)
          .slice(0, limit)
          .map((hit) => hit.id);
    };
  },
};
