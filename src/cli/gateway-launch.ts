import type { HostEnvironment, LaunchCommand } from '../sources/index.ts';

/** How the running program was started. */
export interface ProgramLocation {
  /** The Node binary. */
  readonly node: string;
  /** The script it runs; undefined where that is unknown. */
  readonly script: string | undefined;
}

/**
 * How a client should start the gateway. A copy that npx fetched may be gone tomorrow, so it is fetched again by name;
 * any other copy is named by its path, because clients rarely have the PATH of a shell.
 */
export function gatewayLaunch(config: string, environment: HostEnvironment, program: ProgramLocation): LaunchCommand {
  const serve = ['serve', '--config', config];
  const { node, script } = program;
  if (script !== undefined && !/[/\\]_npx[/\\]/.test(script)) return { command: node, args: [script, ...serve] };
  const npx = ['npx', '-y', 'toolscout', ...serve];
  // npx is a batch file on Windows, which clients cannot start without its interpreter.
  if (environment.platform === 'win32') return { command: 'cmd', args: ['/c', ...npx] };
  return { command: npx[0]!, args: npx.slice(1) };
}
