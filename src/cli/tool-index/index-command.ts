import type { Command } from 'commander';
import type { CliIo } from '../io.ts';
import { registerIndexBuild } from './index-build.ts';
import { registerIndexMigrate, registerIndexRepair, registerIndexStats, registerIndexVerify } from './index-care.ts';
import { registerIndexUpdate } from './index-update.ts';

/** `toolscout index …`: indexes of tools on disk. */
export function registerIndex(program: Command, io: CliIo, finish: (code: number) => void): void {
  const index = program.command('index').description('make, change and look after an index of tools on disk');
  for (const register of [
    registerIndexBuild,
    registerIndexUpdate,
    registerIndexStats,
    registerIndexVerify,
    registerIndexRepair,
    registerIndexMigrate,
  ])
    register(index, io, finish);
}
