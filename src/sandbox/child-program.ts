import { readFile } from 'node:fs/promises';

let program: Promise<string> | undefined;

/** The text of the child's program, read once a process. */
export function readChildProgram(): Promise<string> {
  program ??= read();
  // Asked again after a failure, it tries again.
  program.catch(() => {
    program = undefined;
  });
  return program;
}

async function read(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL('./sandbox-child.cjs', import.meta.url), 'utf8');
  // A computed name, so that the build leaves the bundler out of the package.
  const bundler = new URL('./bundle-child.ts', import.meta.url).href;
  const { bundleChild } = (await import(bundler)) as { bundleChild: () => Promise<string> };
  return bundleChild();
}
