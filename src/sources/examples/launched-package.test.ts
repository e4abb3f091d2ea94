import { describe, expect, it } from 'vitest';
import { launchedPackage } from './launched-package.ts';

const stdio = (line: string | readonly string[]): string | undefined => {
  const [command = '', ...args] = typeof line === 'string' ? line.split(' ') : line;
  return launchedPackage({ kind: 'stdio', command, args, env: {} });
};

describe('launchedPackage', () => {
  it.each([
    ['npx -y @scope/server@1.2.3', '@scope/server'],
    ['npx --yes server@latest /some/folder', 'server'],
    ['npx -p @scope/server server-bin', '@scope/server'],
    ['npx --package=server@2 -- server-bin', 'server'],
    ['npx --registry https://example.org server', 'server'],
    ['/usr/local/bin/npx -y server', 'server'],
    ['C:\\node\\npx.cmd -y server', 'server'],
    ['cmd /c npx -y @scope/server', '@scope/server'],
    ['npm exec -y server', 'server'],
    ['pnpm dlx server', 'server'],
    ['yarn dlx server', 'server'],
    ['bunx server', 'server'],
    ['bun x server', 'server'],
    ['node /app/node_modules/@scope/server/dist/index.js', '@scope/server'],
    ['node C:\\app\\node_modules\\server\\index.js', 'server'],
    ['node ./node_modules/outer/node_modules/inner/cli.js', 'inner'],
  ])('reads %s', (line, name) => {
    expect(stdio(line)).toBe(name);
  });

  it('reads a command line that a shell is given', () => {
    expect(stdio(['sh', '-c', 'npx -y @scope/server --flag'])).toBe('@scope/server');
  });

  it.each(['docker run -i mcp/github', 'npm run server', 'node ./server.js', 'npx', 'npx -y ./local', 'uvx server'])(
    'does not guess from %s',
    (line) => {
      expect(stdio(line)).toBeUndefined();
    },
  );

  it('knows no package of a remote server', () => {
    expect(launchedPackage({ kind: 'http', url: 'https://example.org/node_modules/server/', headers: {} })).toBe(
      undefined,
    );
  });
});
