import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { parseExact, unpackText } from '../../shared/exact-json.ts';
import { secretValues } from '../client-configs/secrets.ts';
import type { TransportSpec } from '../server-spec.ts';
import { baseEnvironment } from './base-environment.ts';
import { LineSplitter } from './line-splitter.ts';
import { OutputTail } from './output-tail.ts';
import { guardGroup, releaseGroup, signalGroup } from './process-group.ts';

/** A screenshot in base64 is a few MiB; past this a server is broken or hostile. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** Time for each step of a graceful end: stdin closed, then SIGTERM, then SIGKILL. */
const STEP_MS = 2000;
/** After the process is gone its last output may still be in the pipe; a grandchild may hold the pipe for ever. */
const DRAIN_MS = 200;

/** How a server process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * MCP over the stdin and stdout of a child process. Beyond the SDK's own transport it owns the child's whole process
 * group, knows how the process ended, keeps the end of stderr, and hands on every JSON value it reads, however odd:
 * what is a message is decided one layer up, where the open requests are known.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  readonly #spec: Extract<TransportSpec, { kind: 'stdio' }>;
  readonly #onNoise: (line: string) => void;
  readonly #stderr: OutputTail;
  readonly #lines: LineSplitter;
  #child: ChildProcess | undefined;
  #exit: ProcessExit | undefined;
  #fault: string | undefined;
  #ended = false;
  #closing: Promise<void> | undefined;
  /** Settles once the process is gone and `onclose` was told. */
  #gone: Promise<void> = Promise.resolve();

  /** `onNoise` gets each line on stdout that is not JSON. */
  constructor(spec: Extract<TransportSpec, { kind: 'stdio' }>, onNoise: (line: string) => void) {
    this.#spec = spec;
    this.#onNoise = onNoise;
    this.#stderr = new OutputTail(secretValues(spec.args, spec.env));
    this.#lines = new LineSplitter(
      MAX_LINE_BYTES,
      (line) => this.#receive(line),
      () => this.#giveUp(`wrote a line longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB on stdout`),
    );
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How the process ended; undefined while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /** Why this side ended the connection, when it was the server's fault. */
  get fault(): string | undefined {
    return this.#fault;
  }

  get stderr(): OutputTail {
    return this.#stderr;
  }

  async start(): Promise<void> {
    if (this.#closing !== undefined) throw new Error('the transport was closed before it started');
    const { command, args, env, cwd } = this.#spec;
    let child: ChildProcess;
    try {
      child = spawn(command, [...args], {
        env: { ...baseEnvironment(), ...env },
        ...(cwd === undefined ? {} : { cwd }),
        stdio: ['pipe', 'pipe', 'pipe'],
        shell: false,
        windowsHide: true,
        // Leads its own group on POSIX. On Windows `detached` would open a console window instead.
        detached: process.platform !== 'win32',
      });
    } catch (error) {
      throw this.#cannotStart(error);
    }
    this.#child = child;
    if (child.pid !== undefined) guardGroup(child.pid);
    let markGone = (): void => {};
    this.#gone = new Promise((resolve) => {
      markGone = resolve;
    });
    // Handlers come before the first await: a process that dies at once must not slip through.
    child.stdout?.on('data', (chunk: Buffer) => this.#lines.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    // A broken pipe shows as the exit of the process; each write also gets it through its callback.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal };
      // The leader is gone; what it started must not outlive it, nor hold its pipes.
      if (child.pid !== undefined) {
        signalGroup(child.pid, 'SIGKILL');
        releaseGroup(child.pid);
      }
      const finish = (): void => {
        clearTimeout(drain);
        this.#finish();
        markGone();
      };
      const drain = setTimeout(finish, DRAIN_MS);
      child.once('close', finish);
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        markGone();
        reject(this.#cannotStart(error));
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === null || stdin === undefined || this.#ended)
      return Promise.reject(new Error('the server is not running'));
    return new Promise((resolve, reject) => {
      stdin.write(`${unpackText(JSON.stringify(message))}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the server, gently first. Resolves when nothing of its process group is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined && !this.#ended) {
      child.stdin?.end();
      if (!(await this.goneWithin(STEP_MS))) {
        signalGroup(child.pid, 'SIGTERM');
        if (!(await this.goneWithin(STEP_MS))) signalGroup(child.pid, 'SIGKILL');
      }
    }
    await this.#gone;
  }

  /** Waits for the process to be gone, but no longer than this. */
  async goneWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    try {
      return await Promise.race([this.#gone.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#lines.end();
    const child = this.#child;
    child?.stdin?.destroy();
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    this.onclose?.();
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = parseExact(line);
    } catch {
      this.#onNoise(line);
      return;
    }
    // Revision 2025-03-26 allowed several messages in one array.
    for (const message of Array.isArray(value) ? value : [value]) this.onmessage?.(message as JSONRPCMessage);
  }

  #giveUp(fault: string): void {
    this.#fault = fault;
    this.onerror?.(new Error(fault));
    // A process that writes without end will not listen to anything gentler.
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
  }

  #cannotStart(error: unknown): ToolscoutError {
    const { command, cwd } = this.#spec;
    const code = (error as NodeJS.ErrnoException).code;
    // spawn reports a missing working directory as if the command were missing.
    if (cwd !== undefined && !existsSync(cwd)) {
      return new ToolscoutError('SERVER_UNAVAILABLE', `its working directory ${JSON.stringify(cwd)} does not exist`, {
        next: 'Create the folder or correct "cwd" in the configuration.',
        details: { cwd, ran: false },
        cause: error,
      });
    }
    const reason = code === 'ENOENT' ? 'was not found' : `could not be started (${code ?? errorMessage(error)})`;
    return new ToolscoutError('SERVER_UNAVAILABLE', `its command ${JSON.stringify(command)} ${reason}`, {
      next: 'Install the command, or correct "command" in the configuration (a full path always works).',
      details: { command, ran: false },
      cause: error,
    });
  }
}
