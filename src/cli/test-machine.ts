import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CliIo } from './io.ts';

/** A machine in a temporary folder for tests: a home folder, a project, and a terminal that remembers. */
export interface TestMachine {
  readonly io: CliIo;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Absolute path of `home/…` or `project/…`. */
  readonly at: (path: string) => string;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly read: (path: string) => Promise<string>;
  readonly exists: (path: string) => boolean;
  readonly remove: () => Promise<void>;
}

export async function createTestMachine(isTty = false): Promise<TestMachine> {
  // The temporary folder is a link on some systems; paths are compared as they are.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolscout-cli-')));
  const at = (path: string): string => join(root, ...path.split('/'));
  await mkdir(at('home'));
  await mkdir(at('project'));
  const written = { stdout: '', stderr: '' };
  return {
    io: {
      stdout: (text) => {
        written.stdout += text;
      },
      stderr: (text) => {
        written.stderr += text;
      },
      isTty,
      isOutputTty: isTty,
      columns: 80,
      environment: { platform: 'linux', home: at('home'), cwd: at('project'), env: {} },
    },
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    at,
    write: async (path, text) => {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), text);
    },
    read: (path) => readFile(at(path), 'utf8'),
    exists: (path) => existsSync(at(path)),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
