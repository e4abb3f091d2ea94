import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licencePage, noticesOf, PERMISSIVE, runtimePackages } from './licences.ts';

describe('what comes with the package', () => {
  const packages = runtimePackages();

  it('is under licences that ask for no more than to keep their text', () => {
    expect(packages.filter(({ licence }) => !PERMISSIVE.has(licence))).toEqual([]);
  });

  it('is told apart by how it comes', () => {
    const howOf = (name: string) => packages.find((one) => one.name === name)?.how;
    expect([howOf('hono'), howOf('quickjs-emscripten-core'), howOf('react'), howOf('vitest')]).toEqual([
      'installed',
      'inside `dist`',
      'inside the dashboard',
      undefined,
    ]);
  });

  it('is what docs/licences.md and the notices say: `npm run licences` writes them', () => {
    const committed = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');
    expect(committed('docs/licences.md')).toBe(licencePage(packages));
    expect(committed('THIRD-PARTY-NOTICES.txt')).toBe(noticesOf(packages));
  });
});
