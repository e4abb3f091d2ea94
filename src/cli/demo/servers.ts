import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject } from '../../shared/json.ts';

/** A real server that the demo starts. None needs a key; all are pinned to the versions the demo was tried with. */
export interface DemoServer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The servers over one scratch folder. */
export function demoServers(folder: string): readonly DemoServer[] {
  return [
    { name: 'everything', package: '@modelcontextprotocol/server-everything', version: '2026.8.31', args: ['stdio'] },
    { name: 'filesystem', package: '@modelcontextprotocol/server-filesystem', version: '2026.8.31', args: [folder] },
    {
      name: 'memory',
      package: '@modelcontextprotocol/server-memory',
      version: '2026.8.31',
      args: [],
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    },
    {
      name: 'sequential-thinking',
      package: '@modelcontextprotocol/server-sequential-thinking',
      version: '2026.8.31',
      args: [],
    },
    { name: 'github', package: '@modelcontextprotocol/server-github', version: '2025.4.8', args: [] },
    { name: 'chrome-devtools', package: 'chrome-devtools-mcp', version: '1.11.0', args: ['--no-usage-statistics'] },
    { name: 'playwright', package: '@playwright/mcp', version: '0.0.83', args: ['--headless'] },
  ];
}

/** How a server will be started: from an installed package, or fetched by npx. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly fetched: boolean;
}

/** Uses the package where it is installed beside this one (a checkout), and npx with the pinned version elsewhere. */
export function launchOf(server: DemoServer): Launch {
  const entry = installedBinary(server.package);
  if (entry !== undefined) return { command: process.execPath, args: [entry, ...server.args], fetched: false };
  return { command: 'npx', args: ['-y', `${server.package}@${server.version}`, ...server.args], fetched: true };
}

/** The first binary of an installed package. Its manifest may be hidden by `exports`, so folders are looked through. */
function installedBinary(name: string): string | undefined {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const root = join(folder, name);
    const manifestPath = join(root, 'package.json');
    if (!existsSync(manifestPath)) continue;
    const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));
    const bin = isObject(manifest) ? manifest.bin : undefined;
    const file = typeof bin === 'string' ? bin : isObject(bin) ? Object.values(bin)[0] : undefined;
    if (typeof file === 'string') return join(dirname(manifestPath), file);
  }
  return undefined;
}
