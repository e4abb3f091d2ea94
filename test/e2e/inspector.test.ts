import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BINARY, caseServer, startHttp, writeConfig } from './gateway-process.ts';

const INSPECTOR = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/inspector/cli/build/cli.js');

describe('MCP Inspector’s command line', () => {
  const config = writeConfig({ plain: caseServer('well-behaved.mjs'), ledger: caseServer('paginated-list.mjs') });
  afterAll(() => config.remove());

  const inspect = (...args: string[]): Record<string, unknown> =>
    JSON.parse(
      execFileSync(process.execPath, [INSPECTOR, '--cli', ...args], { encoding: 'utf8', timeout: 60_000 }),
    ) as Record<string, unknown>;
  // The inspector takes --config for itself.
  const gateway = ['-e', `TOOLSCOUT_CONFIG=${config.path}`, process.execPath, BINARY, 'serve'];

  it('lists the bridge over stdio', () => {
    const { tools } = inspect(...gateway, '--method', 'tools/list') as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(['tool_search', 'tool_describe', 'tool_call']);
  });

  it('searches and calls over stdio', () => {
    const found = inspect(
      ...gateway,
      '--method',
      'tools/call',
      '--tool-name',
      'tool_search',
      '--tool-arg',
      'query=close the fiscal year',
    );
    expect(JSON.stringify(found.structuredContent)).toContain('ledger__ledger_op_100');
    const called = inspect(
      ...gateway,
      '--method',
      'tools/call',
      '--tool-name',
      'tool_call',
      '--tool-arg',
      'name=plain__echo',
      'arguments={"message":"through the inspector"}',
    );
    expect(JSON.stringify(called.content)).toContain('through the inspector');
  });

  it('lists the bridge over HTTP', async () => {
    const http = await startHttp(config.path);
    try {
      const { tools } = inspect(http.url, '--transport', 'http', '--method', 'tools/list') as {
        tools: { name: string }[];
      };
      expect(tools).toHaveLength(3);
    } finally {
      expect(await http.stop()).toBe(0);
    }
  });
});
