import type { Command } from 'commander';
import {
  migrateToolIndex,
  type OpenSearchHttp,
  openSearchIndexStats,
  repairToolIndex,
  toolIndexStats,
  verifyOpenSearchIndex,
  verifyToolIndex,
} from '../../backends/index.ts';
import { resolvePath } from '../../sources/index.ts';
import { type CliIo, EXIT, printJson } from '../io.ts';
import { count, pad, plural } from '../layout.ts';
import { type ClusterOptions, isInCluster, openCluster, withClusterOptions } from './cluster.ts';

interface CareOptions extends ClusterOptions {
  readonly json?: boolean;
}

type Finish = (code: number) => void;

/** `toolscout index stats`: what an index holds. */
export function registerIndexStats(index: Command, io: CliIo, finish: Finish): void {
  withClusterOptions(index.command('stats <dir>'))
    .description('what an index holds, and what it takes')
    .option('--json', 'one JSON object on stdout')
    .action(async (dir: string, options: CareOptions) => {
      const row = (label: string, value: string) => io.stdout(`${pad(label, 14)}${value}\n`);
      if (isInCluster(options)) {
        const stats = await inCluster(options, io, (cluster) => openSearchIndexStats(cluster, dir));
        if (options.json === true) printJson(io, stats);
        else {
          row('tools', count(stats.tools));
          row(
            'index',
            `${stats.index}, ${plural(stats.shards, 'shard')}, ${stats.replicas} more of each, ${stats.health}`,
          );
          row('segments', `${count(stats.segments)}, ${plural(stats.removed, 'removed tool')} still in them`);
          row('on disk', megabytes(stats.diskBytes));
          row('embedder', stats.embedder ?? 'none: found by words only');
          row('tags', stats.tags.length === 0 ? 'none' : stats.tags.join(', '));
        }
        finish(EXIT.done);
        return;
      }
      const stats = toolIndexStats(folderOf(dir, io));
      if (options.json === true) printJson(io, stats);
      else {
        row('tools', count(stats.tools));
        row('segments', `${count(stats.segments)}, ${plural(stats.removed, 'removed tool')} still in them`);
        row('on disk', `${megabytes(stats.diskBytes)}, of which ${megabytes(stats.imageBytes)} are read into memory`);
        row('embedder', stats.embedder ?? 'none: found by words only');
        row('tags', stats.tags.length === 0 ? 'none' : stats.tags.join(', '));
      }
      finish(EXIT.done);
    });
}

/** `toolscout index verify`: every byte against its checksum. */
export function registerIndexVerify(index: Command, io: CliIo, finish: Finish): void {
  withClusterOptions(index.command('verify <dir>'))
    .description('read every byte of an index and compare it with its checksums; changes nothing')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code 1 when something is damaged; then run "toolscout index repair DIR".')
    .action(async (dir: string, options: CareOptions) => {
      const cluster = isInCluster(options);
      const report = cluster
        ? await inCluster(options, io, (open) => verifyOpenSearchIndex(open, dir))
        : verifyToolIndex(folderOf(dir, io));
      if (options.json === true) printJson(io, report);
      else {
        for (const { where, message } of report.problems) io.stdout(`${where}: ${message}\n`);
        const places = 'segments' in report ? plural(report.segments, 'segment') : plural(report.shards, 'shard');
        const advice = cluster
          ? 'put those tools in again'
          : `"toolscout index repair ${dir}" mends what can be mended`;
        io.stdout(
          report.ok
            ? `sound: ${plural(report.documents, 'tool')} in ${places}\n`
            : `${plural(report.problems.length, 'problem')}; ${advice}\n`,
        );
      }
      finish(report.ok ? EXIT.done : EXIT.failed);
    });
}

/** `toolscout index repair`: builds again what can be built again. */
export function registerIndexRepair(index: Command, io: CliIo, finish: Finish): void {
  index
    .command('repair <dir>')
    .description('build again what is damaged, from what is not; damaged files are kept beside it')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code 1 when something could not be brought back; each loss is named.')
    .action((dir: string, options: CareOptions) => {
      const report = repairToolIndex(folderOf(dir, io));
      if (options.json === true) printJson(io, report);
      else {
        for (const line of report.done) io.stdout(`${line}\n`);
        for (const line of report.lost) io.stdout(`lost: ${line}\n`);
        for (const file of report.kept) io.stdout(`kept: ${file}\n`);
        io.stdout(
          report.done.length + report.lost.length === 0
            ? `nothing to repair; ${plural(report.documents, 'tool')}\n`
            : `${plural(report.documents, 'tool')} in the index now\n`,
        );
      }
      finish(report.lost.length === 0 ? EXIT.done : EXIT.failed);
    });
}

/** `toolscout index migrate`: an index of an older version as this one writes it. */
export function registerIndexMigrate(index: Command, io: CliIo, finish: Finish): void {
  index
    .command('migrate <dir>')
    .description('bring an index of an older version to that of this package')
    .option('--json', 'one JSON object on stdout')
    .action((dir: string, options: CareOptions) => {
      const report = migrateToolIndex(folderOf(dir, io));
      if (options.json === true) printJson(io, report);
      else if (report.from === report.to) io.stdout(`nothing to migrate: version ${report.to}\n`);
      else io.stdout(`migrated from version ${report.from} to ${report.to}\n`);
      finish(EXIT.done);
    });
}

async function inCluster<Answer>(
  options: CareOptions,
  io: CliIo,
  ask: (cluster: OpenSearchHttp) => Promise<Answer>,
): Promise<Answer> {
  const cluster = await openCluster(options, io);
  try {
    return await ask(cluster);
  } finally {
    await cluster.close();
  }
}

function folderOf(dir: string, io: CliIo): string {
  return resolvePath(dir, io.environment.cwd, io.environment);
}

function megabytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
}
