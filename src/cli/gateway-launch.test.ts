import { describe, expect, it } from 'vitest';
import { gatewayLaunch } from './gateway-launch.ts';

const LINUX = { platform: 'linux', home: '/home/ada', cwd: '/', env: {} } as const;
const WINDOWS = { platform: 'win32', home: 'C:\\Users\\Ada', cwd: 'C:\\', env: {} } as const;
const SERVE = ['serve', '--config', '/x/toolscout.json'];

describe('gatewayLaunch', () => {
  it('names a checkout or a global installation by its path', () => {
    expect(
      gatewayLaunch('/x/toolscout.json', LINUX, { node: '/opt/node', script: '/opt/toolscout/dist/cli.mjs' }),
    ).toEqual({
      command: '/opt/node',
      args: ['/opt/toolscout/dist/cli.mjs', ...SERVE],
    });
  });

  it('fetches again what npx fetched', () => {
    const script = '/home/ada/.npm/_npx/0123/node_modules/.bin/toolscout';
    expect(gatewayLaunch('/x/toolscout.json', LINUX, { node: '/opt/node', script })).toEqual({
      command: 'npx',
      args: ['-y', 'toolscout', ...SERVE],
    });
  });

  it('starts npx through the command interpreter on Windows', () => {
    const script = 'C:\\Users\\Ada\\AppData\\Local\\npm-cache\\_npx\\0123\\node_modules\\toolscout\\dist\\cli.mjs';
    expect(gatewayLaunch('/x/toolscout.json', WINDOWS, { node: 'node.exe', script })).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'toolscout', ...SERVE],
    });
  });
});
