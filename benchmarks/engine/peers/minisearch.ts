/** MiniSearch as a contestant: `minisearch.ts FOLDER`, in which it is installed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../../peers/node/install.ts';
import { eachTool, passes, readQueries, type SyntheticQuery, type SyntheticTool, textOf, wordsOf } from '../catalog.ts';
import { serve } from '../protocol.ts';

/** Its index as text must fit into one string. */
const MOST_PERSISTED = 100_000;

interface MiniSearchIndex {
  add(document: { readonly id: number; readonly text: string }): void;
  search(
    query: string,
    options?: { filter(found: { readonly id: number }): boolean },
  ): readonly { readonly id: number }[];
}

interface MiniSearchModule {
  readonly default: {
    new (options: typeof OPTIONS): MiniSearchIndex;
    loadJSON(json: string, options: typeof OPTIONS): MiniSearchIndex;
  };
}

type Tags = Pick<SyntheticTool, 'tenant' | 'role' | 'region'>;

const OPTIONS = { fields: ['text'], storeFields: [], tokenize: wordsOf, processTerm: (term: string): string => term };

const { default: MiniSearch } = (await importFrom(process.argv[2]!)('minisearch')) as MiniSearchModule;
let index = new MiniSearch(OPTIONS);
let tags: Tags[] = [];
let queries: readonly SyntheticQuery[] = [];

await serve({
  build(data, n, dir) {
    queries = readQueries(data);
    eachTool(data, n, (tool, id) => {
      const { tenant, role, region } = tool;
      tags.push({ tenant, role, region });
      index.add({ id, text: textOf(tool) });
    });
    if (n > MOST_PERSISTED) return;
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'index.json'), JSON.stringify(index));
    writeFileSync(join(dir, 'tags.json'), JSON.stringify(tags));
  },
  open(data, n, dir) {
    if (n > MOST_PERSISTED) throw new Error(`Its index of ${n} tools as text does not fit into one string.`);
    queries = readQueries(data);
    index = MiniSearch.loadJSON(readFileSync(join(dir, 'index.json'), 'utf8'), OPTIONS);
    tags = JSON.parse(readFileSync(join(dir, 'tags.json'), 'utf8')) as Tags[];
  },
  query(i, filter, k) {
    const query = queries[i]!;
    const found =
      filter === 'none'
        ? index.search(query.text)
        : index.search(query.text, { filter: ({ id }) => passes(query, filter, tags[id]!) });
    return found.slice(0, k).map(({ id }) => id);
  },
});
