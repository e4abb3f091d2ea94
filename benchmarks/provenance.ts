import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { Provenance } from './rows.ts';

/** Facts that a figure means nothing without. */
export function readProvenance(): Provenance {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  return {
    commit: git('rev-parse', '--short=10', 'HEAD'),
    dirty: git('status', '--porcelain', '--', '../src', '.') !== '',
    date: new Date().toISOString(),
    node: process.version,
    platform: `${os.platform()} ${os.arch()}`,
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  };
}
