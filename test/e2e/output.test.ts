import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BINARY } from './gateway-process.ts';

describe('output that cannot be written', () => {
  it.skipIf(!existsSync('/dev/full'))('is one short error and exit code 1', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [BINARY, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toBe('error: the output cannot be written: ENOSPC\n');
    expect(status).toBe(1);
  });
});
