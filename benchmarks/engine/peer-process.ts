import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A contestant in a process of its own, asked one thing at a time. */
export class PeerProcess {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  #waiting: ((answer: { error: string } | unknown) => void) | undefined;
  #end: string | undefined;

  constructor(command: readonly string[], timeoutMs: number) {
    const [file, ...args] = command;
    this.#timeoutMs = timeoutMs;
    this.#child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.on('error', (error) => this.#stop(error.message));
    this.#child.on('exit', (code, signal) => this.#stop(`It ended with ${code ?? signal}.`));
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      // Libraries print as well.
      if (line.startsWith('{')) this.#answer(JSON.parse(line));
    });
  }

  /** The answer; one with `error` where it failed, ended or took too long, after which it is not asked again. */
  async ask<Answer>(request: object): Promise<Answer | { readonly error: string }> {
    if (this.#end !== undefined) return { error: this.#end };
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#stop(`It took more than ${this.#timeoutMs / 1000} s.`);
        this.kill();
      }, this.#timeoutMs);
      this.#waiting = (answer) => {
        clearTimeout(timer);
        resolve(answer as Answer);
      };
      this.#child.stdin!.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** CPU time of all its living threads so far, in ms: Linux only, 0 elsewhere. */
  cpuMs(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    try {
      return readdirSync(tasks).reduce((sum, task) => {
        const nanoseconds = Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
        return sum + nanoseconds / 1e6;
      }, 0);
    } catch {
      return 0;
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #stop(why: string): void {
    this.#end ??= why;
    this.#answer({ error: this.#end });
  }

  #answer(answer: unknown): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(answer);
  }
}
