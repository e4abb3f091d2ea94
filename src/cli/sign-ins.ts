import { createSignInFiles, secretsFolder } from '../backends/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { LoadedConfig } from '../gateway/index.ts';
import { LOCAL_USER, type ServerSpec, type SignInStore, type SignIns } from '../sources/index.ts';
import type { CliIo } from './io.ts';
import { shellQuote } from './shell-quote.ts';

/** Where this machine keeps sign-ins. */
export function openSignInStore({ environment }: CliIo): SignInStore {
  return createSignInFiles(secretsFolder(environment), environment.env.TOOLSCOUT_SECRET);
}

/** How people sign in to the servers of a configuration. */
export function openSignIns(config: LoadedConfig, io: CliIo): SignIns {
  const quote = (text: string): string => shellQuote(text, io.environment.platform);
  return {
    store: openSignInStore(io),
    // The file in full: whoever reads it stands in another folder than the gateway. Other callers have no use for it, and
    // are told nothing of this machine.
    command: (server, user) =>
      `toolscout login ${quote(server)} ${user === LOCAL_USER ? `--config ${quote(config.path)}` : `--user ${quote(user)}`}`,
  };
}

/** The server of this name. */
export function serverOf(config: LoadedConfig, name: string): ServerSpec {
  const spec = config.servers.find((one) => one.name === name);
  if (spec !== undefined) return spec;
  const known = config.servers.filter(({ transport }) => transport.kind !== 'stdio').map((one) => one.name);
  throw new ToolscoutError('USAGE', `There is no usable server ${JSON.stringify(name)} in ${config.path}.`, {
    next: known.length === 0 ? 'No remote server is configured there.' : `Remote servers there: ${known.join(', ')}.`,
  });
}
