import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installPackages, PEERS_DIR } from '../peers/node/install.ts';

/** A way from a client to the tools of the echo server. */
export interface GatewayContestant {
  readonly name: string;
  /** The command that speaks MCP on its standard input and output. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The call that reaches the tool `echo_7` of the server. */
  call(text: string): { readonly name: string; readonly arguments: Record<string, unknown> };
}

const BINARY = resolve(import.meta.dirname, '../../dist/cli.mjs');
const SERVER = resolve(import.meta.dirname, 'echo-server.mjs');
const FASTMCP = '4.2.3';
const SLOP = '0.15.0';
const TOOL = 'echo_7';

/** Makers of the contestants by name; `folder` is theirs to write into. All throw where something cannot be had. */
export const GATEWAY_CONTESTANTS: Readonly<Record<string, (folder: string) => Promise<GatewayContestant>>> = {
  direct: async () => ({
    name: 'direct',
    command: process.execPath,
    args: [SERVER],
    call: (text) => ({ name: TOOL, arguments: { text } }),
  }),
  'toolscout tools': async (folder) => ({
    name: 'toolscout tools',
    ...toolscout(folder, 'tools.json', { tools: { toolSearch: { enabled: 'off' } } }),
    call: (text) => ({ name: `echo__${TOOL}`, arguments: { text } }),
  }),
  'toolscout bridge': async (folder) => ({
    name: 'toolscout bridge',
    ...toolscout(folder, 'bridge.json', {}),
    call: (text) => ({ name: 'tool_call', arguments: { name: `echo__${TOOL}`, arguments: { text } } }),
  }),
  [`fastmcp ${FASTMCP}`]: async (folder) => {
    const script = join(folder, 'proxy.py');
    const config = JSON.stringify({ mcpServers: { echo: { command: process.execPath, args: [SERVER] } } });
    writeFileSync(
      script,
      `import json\nfrom fastmcp.server import create_proxy\ncreate_proxy(json.loads(${JSON.stringify(config)})).run(show_banner=False)\n`,
    );
    return {
      name: `fastmcp ${FASTMCP}`,
      command: fastmcpPython(),
      args: [script],
      env: { FASTMCP_LOG_LEVEL: 'ERROR' },
      call: (text) => ({ name: TOOL, arguments: { text } }),
    };
  },
  [`slop-mcp ${SLOP}`]: async (folder) => {
    const installed = await installPackages([`@standardbeagle/slop-mcp@${SLOP}`]);
    if (!installed.ok) throw new Error(installed.why);
    const command = join(
      installed.directory,
      'node_modules/@standardbeagle/slop-mcp/binaries',
      `slop-mcp-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`,
    );
    const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder };
    execFileSync('chmod', ['+x', command]);
    execFileSync(command, ['mcp', 'add', 'echo', process.execPath, SERVER], { cwd: folder, env, stdio: 'pipe' });
    return {
      name: `slop-mcp ${SLOP}`,
      command,
      args: ['serve'],
      env,
      cwd: folder,
      call: (text) => ({
        name: 'execute_tool',
        arguments: { mcp_name: 'echo', tool_name: TOOL, parameters: { text } },
      }),
    };
  },
};

function toolscout(folder: string, file: string, more: object): Pick<GatewayContestant, 'command' | 'args' | 'env'> {
  const path = join(folder, file);
  writeFileSync(path, JSON.stringify({ mcpServers: { echo: { command: process.execPath, args: [SERVER] } }, ...more }));
  return {
    command: process.execPath,
    args: [BINARY, 'serve', '--config', path],
    env: { TOOLSCOUT_LOG: 'error', TOOLSCOUT_CACHE: 'off' },
  };
}

function fastmcpPython(): string {
  const folder = join(PEERS_DIR, `fastmcp-${FASTMCP}`);
  const python = join(folder, 'bin', 'python');
  const marker = join(folder, 'installed');
  if (!existsSync(marker)) {
    execFileSync('python3', ['-m', 'venv', folder]);
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', `fastmcp==${FASTMCP}`], { stdio: 'pipe' });
    writeFileSync(marker, '');
  }
  return python;
}
