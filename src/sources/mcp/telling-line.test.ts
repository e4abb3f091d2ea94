import { describe, expect, it } from 'vitest';
import { tellingLine } from './telling-line.ts';

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

describe('the line that tells why a program ended', () => {
  it('is the error of Node, not its version', () => {
    const output = `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/srv/gone.js'
Require stack:
- /srv/start.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2`;
    expect(tellingLine(lines(output))).toBe("Error: Cannot find module '/srv/gone.js'");
  });

  it('is the error of a script, not the excerpt of its source', () => {
    const output = `/srv/index.js:3
  throw new TypeError(\`no key\`);
  ^

TypeError [ERR_KEY]: no key
    at Object.<anonymous> (/srv/index.js:3:9)`;
    expect(tellingLine(lines(output))).toBe('TypeError [ERR_KEY]: no key');
  });

  it('is what npm could not find, not where its log is', () => {
    const output = `npm warn config something
npm error code E404
npm error 404 Not Found - GET https://example.com/nope - Not found
npm error 404
npm error 404  'nope@*' is not in this registry.
npm error
npm error A complete log of this run can be found in: /root/.npm/_logs/x-debug-0.log`;
    expect(tellingLine(lines(output))).toBe('npm error 404 Not Found - GET https://example.com/nope - Not found');
  });

  it('is the exception of Python at the end of its trace', () => {
    const output = `Traceback (most recent call last):
  File "/srv/server.py", line 1, in <module>
    import nope
ModuleNotFoundError: No module named 'nope'`;
    expect(tellingLine(lines(output))).toBe("ModuleNotFoundError: No module named 'nope'");
  });

  it.each([
    [
      'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:5 +0x1d\nexit status 2',
      'panic: runtime error: index out of range',
    ],
    [
      "thread 'main' panicked at src/main.rs:2:5:\nnote: run with `RUST_BACKTRACE=1`",
      "thread 'main' panicked at src/main.rs:2:5:",
    ],
    ['sh: 1: uvx: not found', 'sh: 1: uvx: not found'],
    [
      'usage: server [-h]\nserver: error: the following arguments are required: --db',
      'server: error: the following arguments are required: --db',
    ],
    ['2026-11-30T01:02:03Z [ERROR]: port taken\nbye', '2026-11-30T01:02:03Z [ERROR]: port taken'],
  ])('is found in %j', (output, line) => {
    expect(tellingLine(lines(output))).toBe(line);
  });

  it('is the last one where none looks like an error', () => {
    expect(tellingLine(['first', 'no licence file', 'Node.js v22.1.0'])).toBe('no licence file');
  });

  it('is not an error from long before the end', () => {
    const output = [
      'Error: try again',
      ...Array.from({ length: 15 }, (_, index) => `served ${index}`),
      'out of licences',
    ];
    expect(tellingLine(output)).toBe('out of licences');
  });

  it('is noise where there is nothing else, and nothing where nothing was written', () => {
    expect(tellingLine(['Node.js v22.1.0'])).toBe('Node.js v22.1.0');
    expect(tellingLine([])).toBeUndefined();
  });
});
