/**
 * Measures how long the fields of tools are, for `REFERENCE_LENGTHS` in `src/retrieval/indexed/index-document.ts`:
 * `node training/measure-lengths.ts`, over the data folder that test/data-root.ts finds. Prints for each field the mean
 * over all tools, the share of tools that have it, and the mean over those: of the tools of `catalog-real`, none of
 * which has a title or examples, and of the recorded servers with the examples of the shipped pack, for these two.
 */
import { join } from 'node:path';
import { termsOf } from '../src/retrieval/analysis.ts';
import { INDEX_FIELDS, REFERENCE_LENGTHS } from '../src/retrieval/indexed/index-document.ts';
import { lookupTerms } from '../src/retrieval/indexed/lookup-terms.ts';
import { ExamplePack, readCatalogFile } from '../src/sources/index.ts';
import { createCatalog, type ToolEntry } from '../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { readRecordedServers, toEntries } from '../test/requests/known-servers.ts';

if (dataRoot === undefined) throw new Error(DATA_MISSING);
print('catalog-real', await readCatalogFile(join(dataRoot, 'catalog-real', 'tools.jsonl.gz')));
print('recorded servers', toEntries(readRecordedServers(dataRoot), new ExamplePack()));

function print(name: string, entries: readonly ToolEntry[]): void {
  const { tools } = createCatalog(entries);
  const lengths = tools.map((tool) => [...termsOf(tool), lookupTerms(tool)].map((terms) => terms.length));
  console.log(`${name}: ${tools.length} tools`);
  for (const [f, field] of INDEX_FIELDS.entries()) {
    const total = lengths.reduce((sum, fields) => sum + fields[f]!, 0);
    const having = lengths.filter((fields) => fields[f]! > 0).length;
    const share = ((100 * having) / tools.length).toFixed(1);
    const mean = (total / tools.length).toFixed(2);
    const meanOfThose = having === 0 ? '-' : (total / having).toFixed(2);
    console.log(`  ${field.name}: ${mean}; ${share} % have it, with ${meanOfThose}; in use ${REFERENCE_LENGTHS[f]}`);
  }
}
