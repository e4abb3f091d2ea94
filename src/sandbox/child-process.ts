import { Buffer } from 'node:buffer';
import { type ChildProcess as NodeChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../errors.ts';
import { BOOTSTRAP } from './bootstrap.ts';
import { encodeFrame, FrameDecoder, FrameError, NONCE_LENGTH } from './frames.ts';
import { type ChildMessage, type ParentMessage, readChildMessage } from './messages.ts';

export interface ChildOptions {
  readonly nodePath: string;
  readonly permissionFlag: string;
  readonly program: string;
  readonly innerWall: 'quickjs' | 'none';
  readonly temporaryFolder: string | undefined;
}

/** How a child ended: by itself, by a signal, or because it sent what is no message. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set where the parent killed it for what it sent. */
  readonly violation: string | undefined;
  /** V8 said that its heap is full, which ends the process. */
  readonly heapFull: boolean;
  /** The last of what it wrote to standard error. */
  readonly stderr: string;
}

export interface ChildListener {
  readonly message: (message: ChildMessage) => void;
  readonly end: (end: ChildEnd) => void;
}

/** Arguments of calls are the largest thing a child sends; each frame is held whole. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const STDERR_TAIL = 500;
const HEAP_FULL = /FATAL ERROR: .*out of memory/;
/** Heap of the child outside of the engine: values on their way. */
const HEAP_MEGABYTES = 192;

/** One process for one snippet: started, ready, used, killed. */
export class Child {
  readonly pid: number;
  readonly nonce: string;
  /** From its start until it was ready. */
  startMs = 0;
  bytesReceived = 0;
  /** Settles when the process is gone and its folder is removed. */
  readonly gone: Promise<void>;
  readonly #process: NodeChildProcess;
  #listener: ChildListener | undefined;
  #end: ChildEnd | undefined;
  #violation: string | undefined;
  #stderr = '';
  #heapFull = false;

  constructor(process: NodeChildProcess, nonce: string, folder: string) {
    this.pid = process.pid!;
    this.nonce = nonce;
    this.#process = process;
    const decoder = new FrameDecoder(nonce, MAX_FRAME_BYTES);
    process.stdout!.on('data', (chunk: Buffer) => this.#receive(decoder, chunk));
    process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      const all = this.#stderr + text;
      this.#heapFull ||= HEAP_FULL.test(all);
      this.#stderr = all.slice(-STDERR_TAIL);
    });
    // A pipe to a process that has just died; its end is told by `close`.
    for (const stream of [process.stdin!, process.stdout!, process.stderr!]) stream.on('error', () => {});
    this.gone = new Promise((resolve) => {
      // `close`, not `exit`: what it said last is then read.
      process.once('close', (code, signal) => {
        this.#end = { code, signal, violation: this.#violation, heapFull: this.#heapFull, stderr: this.#stderr };
        this.#listener?.end(this.#end);
        void removeFolder(folder).finally(resolve);
      });
    });
  }

  get ended(): ChildEnd | undefined {
    return this.#end;
  }

  listen(listener: ChildListener | undefined): void {
    this.#listener = listener;
    if (this.#end !== undefined) listener?.end(this.#end);
  }

  send(message: ParentMessage): void {
    this.#process.stdin!.write(encodeFrame(this.nonce, message));
  }

  /** Whether this process keeps the parent's event loop alive. */
  hold(held: boolean): void {
    for (const one of [this.#process, this.#process.stdin, this.#process.stdout, this.#process.stderr]) {
      const handle = one as unknown as { ref?: () => void; unref?: () => void };
      if (held) handle.ref?.();
      else handle.unref?.();
    }
  }

  /** Ends the whole process group at once. */
  kill(): void {
    if (this.#end !== undefined) return;
    // Its end is waited for, whatever else there is to wait for.
    this.hold(true);
    killGroup(this.#process);
  }

  #receive(decoder: FrameDecoder, chunk: Buffer): void {
    this.bytesReceived += chunk.length;
    if (this.#violation !== undefined) return;
    try {
      for (const one of decoder.push(chunk)) {
        const message = readChildMessage(one);
        if (message === undefined) throw new FrameError('a message of no known form');
        this.#listener?.message(message);
      }
    } catch (error) {
      this.#violation = errorMessage(error);
      this.kill();
    }
  }
}

/** Starts a process and resolves when it is ready for a snippet. Rejects, with all cleaned up, where that fails. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const startedAt = performance.now();
  const folder = await mkdtemp(join(options.temporaryFolder ?? tmpdir(), 'toolscout-snippet-'));
  const nonce = randomBytes(NONCE_LENGTH / 2).toString('hex');
  let process: NodeChildProcess;
  try {
    process = await spawned(options, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  guard(folder, process.pid!);
  const child = new Child(process, nonce, folder);
  process.stdin!.write(programBytes(options, nonce));
  const timer = setTimeout(() => child.kill(), START_LIMIT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      child.listen({
        message: (message) => {
          if (message.type === 'ready') resolve();
        },
        end: (end) => reject(new Error(`the process ended before it was ready: ${describeFailedStart(end)}`)),
      });
    });
  } catch (error) {
    await child.gone;
    throw error;
  } finally {
    clearTimeout(timer);
    child.listen(undefined);
  }
  child.startMs = performance.now() - startedAt;
  child.hold(false);
  return child;
}

/** A loaded machine takes seconds; one that takes longer has no use for snippets. */
const START_LIMIT_MS = 30_000;

/** For whoever wrote the snippet: without what the process said, which concerns nobody but us. */
export function describeEnd({ code, signal, violation }: ChildEnd): string {
  return violation ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
}

function describeFailedStart(end: ChildEnd): string {
  const how = describeEnd(end);
  const said = end.stderr.trim();
  return said === '' ? how : `${how}; it said: ${said}`;
}

function spawned(options: ChildOptions, folder: string): Promise<NodeChildProcess> {
  const flags = [
    options.permissionFlag,
    '--no-addons',
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    '--eval',
    BOOTSTRAP,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(options.nodePath, flags, {
      cwd: folder,
      // Windows cannot open sockets and pipes without it; it is no secret.
      env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      child.on('error', () => {});
      resolve(child);
    });
  });
}

function programBytes({ program, innerWall }: ChildOptions, nonce: string): Buffer {
  const text = Buffer.from(program);
  const head = Buffer.from(`${JSON.stringify({ nonce, innerWall, bytes: text.length })}\n`);
  return Buffer.concat([head, text]);
}

function killGroup(child: NodeChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Folders and groups of processes that run, for the case that this process ends before them. */
const live = new Map<string, number>();

function endAll(): void {
  for (const [folder, pid] of live) {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {}
    rmSync(folder, { recursive: true, force: true });
  }
}

function guard(folder: string, pid: number): void {
  if (live.size === 0) process.on('exit', endAll);
  live.set(folder, pid);
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  live.delete(folder);
  if (live.size === 0) process.off('exit', endAll);
}
