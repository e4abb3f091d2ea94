import { describe, expect, it } from 'vitest';
import { CLAUDE_DESKTOP } from './clients/claude-desktop.ts';
import { isOwnGateway } from './own-entry.ts';

function own(entry: object): boolean {
  return isOwnGateway(CLAUDE_DESKTOP.parse(JSON.stringify({ mcpServers: { x: entry } })).servers[0]!);
}

describe('isOwnGateway', () => {
  it.each([
    { command: 'npx', args: ['-y', 'toolscout', 'serve', '--config', '/x/any.json'] },
    { command: 'npx', args: ['-y', 'toolscout@latest', 'serve'] },
    { command: 'cmd', args: ['/c', 'npx', '-y', 'toolscout', 'serve'] },
    { command: 'toolscout', args: ['serve'] },
    { command: 'C:\\npm\\toolscout.cmd', args: ['serve'] },
    { command: '/usr/bin/node', args: ['/opt/lib/node_modules/toolscout/dist/cli.mjs', 'serve'] },
    { command: 'node', args: ['/home/ada/checkout/dist/cli.mjs', 'serve', '--config', '/x.json'] },
    { command: 'node', args: ['/home/ada/checkout/src/cli/main.ts', 'serve', '--config', '/x.json'] },
  ])('knows %j', (entry) => {
    expect(own(entry)).toBe(true);
  });

  it.each([
    { command: 'npx', args: ['-y', 'other', 'serve'] },
    { command: 'npx', args: ['-y', 'toolscout', 'search', 'x'] },
    { command: 'npx', args: ['other', 'serve', '/home/ada/toolscout/data'] },
    { command: 'npx', args: ['toolscout-notes', 'serve'] },
    { url: 'https://toolscout.example.test/serve' },
  ])('leaves %j alone', (entry) => {
    expect(own(entry)).toBe(false);
  });
});
