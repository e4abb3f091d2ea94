import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReadmeFigures, replaceFigures } from '../benchmarks/quality/readme-block.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const figures = JSON.parse(readFileSync(join(root, 'benchmarks/results/readme.json'), 'utf8')) as ReadmeFigures;

describe('the figures of the README', () => {
  it('are those that were measured', () => {
    expect(replaceFigures(readme, figures)).toBe(readme);
  });

  it('would be found out if they were written by hand', () => {
    expect(replaceFigures(readme.replace(/built-in table \| \.\d\d/, 'built-in table | .99'), figures)).toBe(readme);
    expect(() => replaceFigures('no markers', figures)).toThrow('lacks the lines');
  });
});
