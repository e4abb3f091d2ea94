/** Orama as a contestant: `orama.ts FOLDER`, in which it is installed. */
import { importFrom } from '../../peers/node/install.ts';
import { eachTool, readQueries, STOP_WORDS, type SyntheticQuery, textOf } from '../catalog.ts';
import { type FilterName, serve } from '../protocol.ts';

const BATCH = 5000;

interface OramaModule {
  create(options: unknown): unknown;
  insertMultiple(index: unknown, documents: readonly unknown[], batch: number): Promise<unknown>;
  search(index: unknown, request: unknown): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
}

const { create, insertMultiple, search } = (await importFrom(process.argv[2]!)('@orama/orama')) as OramaModule;
const index = create({
  schema: { text: 'string', tenant: 'enum', role: 'enum', region: 'enum' },
  components: { tokenizer: { stemming: false, stopWords: [...STOP_WORDS] } },
});
let queries: readonly SyntheticQuery[] = [];

await serve({
  async build(data, n) {
    queries = readQueries(data);
    const documents: unknown[] = [];
    eachTool(data, n, (tool, id) => {
      const { tenant, role, region } = tool;
      documents.push({ id: String(id), text: textOf(tool), tenant, role, region });
    });
    await insertMultiple(index, documents, BATCH);
  },
  async query(i, filter, k) {
    const query = queries[i]!;
    const request = { term: query.text, properties: ['text'], limit: k, threshold: 1, ...conditionOf(query, filter) };
    return (await search(index, request)).hits.map(({ id }) => Number(id));
  },
});

function conditionOf({ f01, f30 }: SyntheticQuery, filter: FilterName): object {
  if (filter === 'none') return {};
  if (filter === 'f01') return { where: { tenant: { eq: f01.tenant } } };
  return { where: { region: { in: f30.region }, role: { in: f30.role } } };
}
