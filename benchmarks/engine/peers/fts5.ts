/** SQLite's FTS5 as a contestant, as Node brings it along: the words with OR, ordered by its bm25(), tags joined by number. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { eachTool, readQueries, type SyntheticQuery, textOf } from '../catalog.ts';
import { type FilterName, serve } from '../protocol.ts';

const SETTINGS =
  'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA mmap_size = 8000000000';
const SELECT = 'SELECT words.rowid AS id FROM words';
const JOIN = 'JOIN tags ON tags.id = words.rowid';
const ORDER = 'ORDER BY rank LIMIT ?';

let statements: Record<FilterName, StatementSync> | undefined;
let queries: readonly SyntheticQuery[] = [];

function openFile(dir: string): DatabaseSync {
  const database = new DatabaseSync(join(dir, 'fts.db'));
  database.exec(SETTINGS);
  return database;
}

function start(database: DatabaseSync, data: string): void {
  queries = readQueries(data);
  const where = 'WHERE words MATCH ?';
  const regions = `region IN (?, ?) AND role IN (${Array(6).fill('?').join(', ')})`;
  statements = {
    none: database.prepare(`${SELECT} ${where} ${ORDER}`),
    f01: database.prepare(`${SELECT} ${JOIN} ${where} AND tenant = ? ${ORDER}`),
    f30: database.prepare(`${SELECT} ${JOIN} ${where} AND ${regions} ${ORDER}`),
  };
}

await serve({
  build(data, n, dir) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const database = openFile(dir);
    database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'unicode61');
      CREATE TABLE tags(id INTEGER PRIMARY KEY, tenant INT, role INT, region INT)`);
    const addWords = database.prepare('INSERT INTO words(rowid, text) VALUES (?, ?)');
    const addTags = database.prepare('INSERT INTO tags VALUES (?, ?, ?, ?)');
    database.exec('BEGIN');
    eachTool(data, n, (tool, id) => {
      addWords.run(id, textOf(tool));
      addTags.run(id, tool.tenant, tool.role, tool.region);
    });
    database.exec(
      "COMMIT; INSERT INTO words(words) VALUES ('optimize'); CREATE INDEX tenants ON tags(tenant); ANALYZE",
    );
    start(database, data);
  },
  open(data, _, dir) {
    start(openFile(dir), data);
  },
  query(i, filter, k) {
    const { terms, f01, f30 } = queries[i]!;
    const asked = terms.map((term) => `"${term}"`).join(' OR ');
    const tags = { none: [], f01: [f01.tenant], f30: [...f30.region, ...f30.role] }[filter];
    return statements![filter].all(asked, ...tags, k).map(({ id }) => Number(id));
  },
});
