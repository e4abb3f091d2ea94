import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../dist/dashboard');

/** What a first visit loads, in bytes as they are sent. */
const MAX_FIRST_LOAD = 300_000;

describe.skipIf(!existsSync(folder))('the built dashboard (npm run build)', () => {
  it('is small at the first load, everything together', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
    expect(files.length).toBeGreaterThan(2);
    const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD);
  });

  it('holds no script or style of its own in the page, which the gateway’s policy would refuse', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.filter((address) => !address.startsWith('/dashboard/assets/'))).toEqual([]);
  });
});
