import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { ToolscoutError } from '../../src/errors.ts';
import {
  type CodeResult,
  createSandbox,
  type Sandbox,
  type SandboxHost,
  type SandboxOptions,
} from '../../src/sandbox/index.ts';
import type { Attack } from './attack.ts';

const CLEAN = 'the language is as it is made';
/** On one line with the attack. */
const LOOK =
  `if ([1, 2].map((x) => x + 1).join() === '2,3' && ({}).polluted === undefined && JSON.stringify({ a: 1 }) === '{"a":1}' && ` +
  `Object.keys(globalThis).sort().join() === 'console,sleep,tools') console.log('${CLEAN}');`;

/** What attacks are after: a variable of the parent and a file beside it. */
const SECRET = `secret-${Math.random().toString(36).slice(2)}`;

/** A sandbox with something to steal around it, and a host that knows what was called. */
export class Prison {
  readonly sandbox: Sandbox;
  /** Names of tools that were called. */
  readonly calls: string[] = [];
  readonly file: string;
  readonly #folder: string;
  readonly #temporary: string;
  readonly #members: string;
  readonly #listeners: number;

  constructor(options: SandboxOptions = {}) {
    this.#folder = mkdtempSync(join(tmpdir(), 'toolscout-prison-'));
    this.#temporary = mkdtempSync(join(this.#folder, 'children-'));
    this.file = join(this.#folder, 'secret.txt');
    writeFileSync(this.file, SECRET);
    process.env.TOOLSCOUT_SECRET = SECRET;
    this.#members = builtInMembers();
    this.#listeners = process.listenerCount('exit') + process.listenerCount('beforeExit');
    this.sandbox = createSandbox({ temporaryFolder: this.#temporary, ...options });
  }

  /** Runs it after a look at whether the run before has left anything. */
  async run({ code, limits, looks = true }: Pick<Attack, 'code' | 'limits' | 'looks'>): Promise<CodeResult> {
    const result = await this.sandbox.run({
      code: `${LOOK}${code}`,
      host: this.#host,
      ...(limits === undefined ? {} : { limits }),
    });
    await this.#expectContained(result);
    // Code that does not compile does not look either. On Windows a killed process may not have been heard.
    if (looks && (result.ok || result.error.kind !== 'syntax') && process.platform !== 'win32') {
      expect(result.logs[0]?.text).toBe(CLEAN);
    }
    return result;
  }

  /** Whatever came of a run: it ran in a process of its own, which is gone, and nothing of here is in what it gave. */
  async #expectContained(result: CodeResult): Promise<void> {
    const { pid } = result.telemetry;
    expect(pid).toBeGreaterThan(0);
    expect(pid).not.toBe(process.pid);
    expect(await isGone(pid)).toBe(true);
    const told = JSON.stringify(result, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain('root:x:0');
    expect(told).not.toContain(import.meta.dirname);
    // What a model reads is bounded, whatever was done.
    expect(Buffer.byteLength(told)).toBeLessThan(1_000_000);
    expect(builtInMembers()).toBe(this.#members);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(readFileSync(this.file, 'utf8')).toBe(SECRET);
  }

  /** Ends all; nothing is left. */
  async close(): Promise<void> {
    await this.sandbox.close();
    expect(readdirSync(this.#temporary)).toEqual([]);
    expect(process.listenerCount('exit') + process.listenerCount('beforeExit')).toBe(this.#listeners);
    delete process.env.TOOLSCOUT_SECRET;
    rmSync(this.#folder, { recursive: true });
  }

  readonly #host: SandboxHost = {
    search: async () => [{ id: 'echo' }],
    describe: async () => ({ id: 'echo' }),
    call: async ([name, args], { signal }) => {
      this.calls.push(String(name));
      switch (name) {
        case 'hostile':
          return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
        case 'thenable':
          // biome-ignore lint/suspicious/noThenProperty: that is the attack.
          return { then: 'data' };
        case 'tojson':
          return { toJSON: 'x' };
        case 'slow':
          await pause(100);
          return null;
        case 'never':
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('given up')));
          });
        case 'refused':
          throw new ToolscoutError('NOT_ALLOWED', 'It is not allowed.', { cause: new Error(SECRET) });
        default:
          return args ?? null;
      }
    },
  };
}

/** It was killed; a moment later it is gone. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (!isRunning(pid)) return true;
    await pause(10);
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function builtInMembers(): string {
  return [Object, Array, Function, Promise, String, Error]
    .flatMap(({ prototype }) => Reflect.ownKeys(prototype as object).map(String))
    .join();
}
