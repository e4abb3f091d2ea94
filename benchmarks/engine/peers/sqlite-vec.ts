/**
 * sqlite-vec as a contestant: `sqlite-vec.ts FOLDER`, in which it is installed. Bits of the vectors about their mean,
 * scanned by Hamming distance; the nearest 400 are scored by all of their values.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { importFrom } from '../../peers/node/install.ts';
import { DIMENSIONS, eachVector, readQueries, readQueryVectors, type SyntheticQuery } from '../catalog.ts';
import { type FilterName, serve } from '../protocol.ts';

const CANDIDATES = 400;
const SAMPLED = 1000;
const SETTINGS =
  'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA mmap_size = 8000000000';

const sqliteVec = (await importFrom(process.argv[2]!)('sqlite-vec')) as { getLoadablePath(): string };
let statements: Record<FilterName | 'row', StatementSync> | undefined;
let queries: readonly SyntheticQuery[] = [];
let vectors: readonly Float32Array[] = [];
let mean = new Float32Array(DIMENSIONS);

function bitsOf(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(DIMENSIONS / 8);
  for (let j = 0; j < DIMENSIONS; j++) if (vector[j]! > mean[j]!) bits[j >> 3]! |= 1 << (j & 7);
  return bits;
}

function openFile(dir: string): DatabaseSync {
  const database = new DatabaseSync(join(dir, 'vec.db'), { allowExtension: true });
  database.loadExtension(sqliteVec.getLoadablePath());
  database.exec(SETTINGS);
  return database;
}

function start(database: DatabaseSync, data: string): void {
  queries = readQueries(data);
  vectors = readQueryVectors(data);
  const select = 'SELECT rowid AS id FROM codes WHERE code MATCH vec_bit(?) AND k = ?';
  const roles = Array(6).fill('?').join(', ');
  statements = {
    none: database.prepare(select),
    f01: database.prepare(`${select} AND tenant = ?`),
    f30: database.prepare(`${select} AND region IN (?, ?) AND role IN (${roles})`),
    row: database.prepare('SELECT vector FROM rows WHERE id = ?'),
  };
}

function score(id: number, vector: Float32Array): number {
  const { buffer, byteOffset } = statements!.row.get(id)!.vector as Uint8Array;
  const row = new Float32Array(buffer.slice(byteOffset, byteOffset + 4 * DIMENSIONS));
  return row.reduce((sum, value, j) => sum + value * vector[j]!, 0);
}

await serve({
  build(data, n, dir) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    eachVector(data, Math.min(n, SAMPLED), (vector) => {
      for (let j = 0; j < DIMENSIONS; j++) mean[j]! += vector[j]! / Math.min(n, SAMPLED);
    });
    writeFileSync(join(dir, 'mean.f32'), mean);
    const database = openFile(dir);
    database.exec(`CREATE VIRTUAL TABLE codes USING vec0(code bit[${DIMENSIONS}], tenant INTEGER, role INTEGER, region INTEGER);
      CREATE TABLE rows(id INTEGER PRIMARY KEY, vector BLOB)`);
    const addCode = database.prepare(
      'INSERT INTO codes(rowid, code, tenant, role, region) VALUES (?, vec_bit(?), ?, ?, ?)',
    );
    const addRow = database.prepare('INSERT INTO rows VALUES (?, ?)');
    const tags = readFileSync(join(data, 'acl.bin'));
    database.exec('BEGIN');
    eachVector(data, n, (vector, id) => {
      const [tenant, role, region] = tags.subarray(3 * id, 3 * id + 3);
      addCode.run(BigInt(id), bitsOf(vector), BigInt(tenant!), BigInt(role!), BigInt(region!));
      addRow.run(id, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    });
    database.exec('COMMIT');
    start(database, data);
  },
  open(data, _, dir) {
    mean = new Float32Array(new Uint8Array(readFileSync(join(dir, 'mean.f32'))).buffer);
    start(openFile(dir), data);
  },
  query(i, filter, k) {
    const { f01, f30 } = queries[i]!;
    const vector = vectors[i]!;
    const tags = { none: [], f01: [f01.tenant], f30: [...f30.region, ...f30.role] }[filter];
    const found = statements![filter].all(bitsOf(vector), CANDIDATES, ...tags.map(BigInt));
    const scored = found.map(({ id }) => ({ id: Number(id), score: score(Number(id), vector) }));
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, k)
      .map(({ id }) => id);
  },
});
