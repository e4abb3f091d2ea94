import { spawn } from 'node:child_process';
import type { CliIo } from './io.ts';

/** Shows an address of the web in the person's browser. Where that is not possible, the printed address is what there is. */
export function openBrowser(url: URL, io: CliIo): void {
  const [command, ...args] = openerFor(io.environment.platform);
  // No shell in between: an address holds characters that mean something to one.
  const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}

function openerFor(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
