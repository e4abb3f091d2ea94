import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiPages } from './api-pages.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/api');

describe('docs/api', () => {
  const pages = apiPages();

  it('is what the doors export now: `npm run api` writes it, and CHANGELOG.md tells users', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
    for (const [file, text] of pages) {
      const committed = readFileSync(join(FOLDER, file), 'utf8');
      const changed = text.split('\n').filter((line) => !committed.includes(line));
      expect(changed, `${file} has changed`).toEqual([]);
      expect(committed === text, `${file} has changed`).toBe(true);
    }
  });

  it('says something of every function and class', () => {
    const silent = [...pages].flatMap(([file, text]) =>
      [...text.matchAll(/^### (\w+)\n\n```ts\n(?:class|function)/gm)].map(([, name]) => `${file}: ${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has what is declared, with what it is made of', () => {
    const library = pages.get('toolscout.md')!;
    expect(library).toContain('### createCatalog\n');
    expect(library).toContain('function searchTools(');
    expect(library).toContain('interface ToolSearchRequest {');
    expect(pages.get('loop.md')).toContain('[`createToolAccess`](');
  });
});
