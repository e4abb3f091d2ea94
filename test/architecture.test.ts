import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Holds the map of ARCHITECTURE.md: which folder may import which, through which door, and where foreign packages
 * and Node's own modules may appear.
 */
const SRC = resolve(import.meta.dirname, '../src');

/** Lower number = nearer to the bottom. A folder imports folders of a lower number, or of its own through a door. */
const LEVELS: Readonly<Record<string, number>> = {
  shared: 0,
  text: 1,
  engine: 2,
  tools: 2,
  llm: 2,
  tokens: 2,
  state: 2,
  retrieval: 3,
  disclosure: 4,
  calling: 4,
  adapters: 5,
  evaluation: 5,
  backends: 5,
  sources: 5,
  sandbox: 5,
  gateway: 6,
  cli: 7,
};

/** Folders that run anywhere: no `node:` module. */
const NEUTRAL = ['shared', 'text', 'engine', 'tools', 'retrieval', 'disclosure'];

/** A foreign package is imported in these folders only. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  '@jitl/quickjs-singlefile-mjs-release-sync': ['sandbox'],
  '@modelcontextprotocol/client': ['sources'],
  '@modelcontextprotocol/server': ['gateway'],
  '@opensearch-project/opensearch': ['backends'],
  '@orama/stemmers': ['text'],
  '@langchain/core': ['adapters'],
  '@redis/client': ['backends'],
  ai: ['adapters'],
  ajv: ['calling'],
  'ajv-formats': ['calling'],
  commander: ['cli'],
  'cross-spawn': ['sources'],
  'gpt-tokenizer': ['tokens'],
  hono: ['gateway'],
  '@hono/node-server': ['gateway'],
  jose: ['gateway'],
  'jsonc-parser': ['sources', 'gateway', 'cli'],
  pino: ['gateway'],
  'quickjs-emscripten-core': ['sandbox'],
  re2js: ['retrieval'],
  rolldown: ['sandbox'],
  'smol-toml': ['sources', 'gateway', 'cli'],
  yaml: ['sources'],
};

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Absolute target of a relative import. */
  readonly target: string | undefined;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(SRC, name));

const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const specifiers = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g),
  ];
  return specifiers.map((match) => {
    const specifier = (match[1] ?? match[2])!;
    return { file, specifier, target: specifier.startsWith('.') ? resolve(dirname(file), specifier) : undefined };
  });
});

const folderOf = (path: string): string => {
  const [first, ...rest] = relative(SRC, path).split(sep);
  return rest.length === 0 ? '' : first!;
};
const shown = ({ file, specifier }: Import) => `${relative(SRC, file)} → ${specifier}`;

describe('the import map', () => {
  it('sees the code at all', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
  });

  it('has a level for every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''));
    expect([...folders].filter((folder) => LEVELS[folder] === undefined)).toEqual([]);
  });

  it('goes one way, through doors', () => {
    const wrong = imports.filter((one) => {
      if (one.target === undefined) return false;
      const from = folderOf(one.file);
      const to = folderOf(one.target);
      if (from === to || from === '') return false;
      if (to === '') return relative(SRC, one.target) !== 'errors.ts';
      // The bottom folder is a set of leaf helpers, each its own door.
      const throughDoor = to === 'shared' || relative(SRC, one.target) === join(to, 'index.ts');
      return LEVELS[to]! > LEVELS[from]! || !throughDoor;
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('has no circle between folders', () => {
    const edges = new Map<string, Set<string>>();
    for (const one of imports) {
      if (one.target === undefined) continue;
      const from = folderOf(one.file);
      const to = folderOf(one.target);
      if (from === to || from === '' || to === '') continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
      for (const next of edges.get(from) ?? []) {
        if (next === to) return true;
        if (!seen.has(next) && reaches(next, to, seen.add(next))) return true;
      }
      return false;
    };
    expect([...edges.keys()].filter((folder) => reaches(folder, folder))).toEqual([]);
  });

  it('keeps the engine ignorant of tools', () => {
    expect(
      imports
        .filter(
          (one) => folderOf(one.file) === 'engine' && one.target !== undefined && folderOf(one.target) === 'tools',
        )
        .map(shown),
    ).toEqual([]);
  });

  it('keeps Node out of the folders that run anywhere', () => {
    expect(
      imports.filter((one) => NEUTRAL.includes(folderOf(one.file)) && one.specifier.startsWith('node:')).map(shown),
    ).toEqual([]);
  });

  it('imports each foreign package in its own folder only', () => {
    const wrong = imports.filter((one) => {
      if (one.target !== undefined || one.specifier.startsWith('node:')) return false;
      const parts = one.specifier.split('/');
      const name = one.specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
      return !(FOREIGN[name] ?? []).includes(folderOf(one.file));
    });
    expect(wrong.map(shown)).toEqual([]);
  });
});
