import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Vectors by the text that they are of, in a file that grows: a fit that is run again need not embed again. */
export interface VectorStore {
  get(text: string): Float32Array | undefined;
  set(text: string, vector: Float32Array): void;
}

/** @param path a line of JSON for each vector: its text, and its components in base64. */
export function createVectorStore(path: string): VectorStore {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const vectors = new Map<string, Float32Array>(
    lines
      .filter((line) => line.endsWith(']'))
      .map((line) => {
        const [text, encoded] = JSON.parse(line) as [string, string];
        return [text, new Float32Array(Uint8Array.from(Buffer.from(encoded, 'base64')).buffer)];
      }),
  );
  return {
    get: (text) => vectors.get(text),
    set: (text, vector) => {
      vectors.set(text, vector);
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      appendFileSync(path, `${JSON.stringify([text, bytes.toString('base64')])}\n`);
    },
  };
}
