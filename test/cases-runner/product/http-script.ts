import { spawn } from 'node:child_process';

export interface HttpScriptOptions {
  readonly file: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it serves MCP, unless it says an address itself. */
  readonly path: string;
}

export interface HttpScript {
  readonly url: string;
  stop(): Promise<void>;
}

/** A port alone (`8123`, `port: 8123`) or a whole address on stderr. */
const ADDRESS = /https?:\/\/[^\s"']+/;
const PORT = /\b(\d{2,5})\b/;

/** Starts a script that serves HTTP and waits until it says on stderr where. */
export async function startHttpScript({ file, folder, args, env, path }: HttpScriptOptions): Promise<HttpScript> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`${file} ended with ${code} before it served: ${text.slice(0, 300)}`)),
    );
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // Only whole lines: half a port is another port.
      const lines = text.slice(0, text.lastIndexOf('\n') + 1);
      const address = ADDRESS.exec(lines)?.[0];
      const port = PORT.exec(lines)?.[1];
      if (address !== undefined) resolve(address);
      else if (port !== undefined) resolve(`http://127.0.0.1:${port}${path}`);
    });
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
