/** One cold assembly of ours in a process of its own. Usage: cold-product.ts DIR. */
import { analyzeTool, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { readCatalogFile } from '../../src/sources/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { FIRST_LIMIT, FIRST_QUERY, printAssembly, recordedFiles, startStopwatch } from './cold-child.ts';

const files = await recordedFiles(process.argv[2] ?? '');
const watch = startStopwatch();
const entries = (await Promise.all(files.map(readCatalogFile))).flat();
watch.end('parse');
const catalog = createCatalog(entries);
watch.end('read and name');
catalog.tools.map(analyzeTool);
watch.end('analyse');
const { ranked } = await searchTools(createMemoryBackend(catalog), { query: FIRST_QUERY, limit: FIRST_LIMIT });
watch.end('index');
printAssembly({ tools: catalog.tools.length, phasesMs: watch.phasesMs, found: ranked.length });
