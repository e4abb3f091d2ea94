import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { connectOpenSearch, type OpenSearchConnection, type OpenSearchHttp } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { resolvePath } from '../../sources/index.ts';
import type { CliIo } from '../io.ts';

/** Where an index is kept: in a folder of this machine, or in a cluster. */
export interface ClusterOptions {
  readonly backend?: 'local' | 'memory' | 'opensearch';
  readonly url?: string;
  readonly ca?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:9200';
/** Password and user are named by the environment only: a command line is seen by everybody on the machine. */
const VARIABLES = {
  url: 'TOOLSCOUT_OPENSEARCH_URL',
  username: 'TOOLSCOUT_OPENSEARCH_USERNAME',
  password: 'TOOLSCOUT_OPENSEARCH_PASSWORD',
};

/** Adds the options that name a cluster to a command. */
export function withClusterOptions(command: Command, choices: readonly string[] = ['local', 'opensearch']): Command {
  return command
    .addOption(
      new Option('--backend <backend>', 'where the index is kept; with opensearch it has a name in place of a folder')
        .choices(choices)
        .default(choices[0]),
    )
    .option(
      '--url <urls>',
      `with opensearch: addresses of nodes, with commas between them (default: ${VARIABLES.url}, else ${DEFAULT_URL}); user and password in ${VARIABLES.username} and ${VARIABLES.password}`,
    )
    .option('--ca <file>', 'with opensearch over https: certificates of the authorities to trust, in PEM');
}

/**
 * Is the index in a cluster?
 * @throws ToolscoutError `USAGE` where the options say both
 */
export function isInCluster({ backend, url, ca }: ClusterOptions): boolean {
  if (backend === 'opensearch') return true;
  const stray = url !== undefined ? '--url' : ca !== undefined ? '--ca' : undefined;
  if (stray === undefined) return false;
  throw new ToolscoutError('USAGE', `${stray} means nothing without --backend opensearch.`, {
    next: `Add --backend opensearch, or leave ${stray} out.`,
  });
}

/**
 * Connects to the cluster that options and environment name.
 * @throws ToolscoutError `CONFIG_INVALID`, `FILE_UNREADABLE`, `OPTIONAL_DEPENDENCY_MISSING`
 */
export async function openCluster(options: ClusterOptions, io: CliIo): Promise<OpenSearchHttp> {
  return connectOpenSearch(await readConnection(options, io));
}

/** What {@link openCluster} connects with. */
export async function readConnection(options: ClusterOptions, io: CliIo): Promise<OpenSearchConnection> {
  const { env, cwd } = io.environment;
  const urls = options.url ?? env[VARIABLES.url] ?? DEFAULT_URL;
  const username = env[VARIABLES.username];
  const password = env[VARIABLES.password];
  if ((username === undefined) !== (password === undefined)) {
    throw new ToolscoutError('CONFIG_INVALID', 'Of user name and password for the cluster only one is given.', {
      next: `Set both ${VARIABLES.username} and ${VARIABLES.password}, or neither.`,
    });
  }
  return {
    nodes: urls
      .split(',')
      .map((url) => url.trim())
      .filter((url) => url !== ''),
    ...(username === undefined || password === undefined ? {} : { auth: { username, password } }),
    ...(options.ca === undefined
      ? {}
      : { tls: { ca: await readCertificates(resolvePath(options.ca, cwd, io.environment)) } }),
  };
}

async function readCertificates(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read.`, {
      next: 'Check the path that --ca names, and its rights.',
      details: { path },
      cause,
    });
  }
}
