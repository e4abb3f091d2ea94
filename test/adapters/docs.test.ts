import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as aiSdk from '../../src/adapters/ai-sdk/index.ts';
import * as anthropic from '../../src/adapters/anthropic/index.ts';
import * as langchain from '../../src/adapters/langchain/index.ts';
import { FAULT_CODES } from '../../src/adapters/lint/index.ts';
import * as loop from '../../src/adapters/loop/index.ts';
import * as openai from '../../src/adapters/openai/index.ts';

const DOORS: Readonly<Record<string, object>> = { anthropic, openai, 'ai-sdk': aiSdk, langchain, loop };
const page = readFileSync(resolve(import.meta.dirname, '../../docs/adapters.md'), 'utf8');

describe('docs/adapters.md', () => {
  it('imports what the doors have', () => {
    const imports = [...page.matchAll(/import \{ ([^}]+) \} from 'toolscout\/([\w-]+)'/g)];
    expect(imports.length).toBeGreaterThanOrEqual(2);
    for (const [, names, door] of imports) {
      for (const name of names!.split(', ')) expect(DOORS[door!], `${door}: ${name}`).toHaveProperty(name);
    }
  });

  it('names every function of the doors', () => {
    const functions = Object.values(DOORS).flatMap((door) => Object.keys(door));
    expect([...new Set(functions)].filter((name) => !page.includes(name))).toEqual([]);
  });

  it('names every fault of the linter', () => {
    expect(FAULT_CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
