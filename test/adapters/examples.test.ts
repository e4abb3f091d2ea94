import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

/** Each runs on the package as it is built, offline, and checks itself. */
describe.each(['anthropic', 'openai', 'ai-sdk', 'langchain', 'plain-loop', 'gateway'])('examples/%s', (name) => {
  const file = resolve(EXAMPLES, name, 'main.ts');

  it('runs and says so', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toMatch(new RegExp(`^${name}: ok`));
  });

  it('fits on a page', () => {
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});
