import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerExplain } from './explain.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const TOOLS = [
  { server: 'tracker', name: 'create_issue', description: 'Create an issue in the tracker.' },
  { server: 'tracker', name: 'list_issues', description: 'List open issues of a project.' },
  { server: 'hr', name: 'holiday_request', description: 'Ask for holidays.' },
];

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write('project/tools.jsonl', TOOLS.map((tool) => JSON.stringify(tool)).join('\n'));
});
afterEach(() => machine.remove());

const explain = (message: string, ...more: string[]) =>
  runCommandLine(['explain', '--preselect', message, '--tools', 'tools.jsonl', ...more], machine.io, [registerExplain]);

describe('toolscout explain --preselect', () => {
  it('shows what a turn would start with, and why', async () => {
    expect(await explain('run create_issue for the door')).toBe(0);
    expect(machine.stdout()).toMatch(/tracker__create_issue +[\d,]+ +named in the request/);
  });

  it('says why nothing is chosen', async () => {
    expect(await explain('Thank you!')).toBe(0);
    expect(machine.stdout()).toContain('Nothing is chosen for this turn: thanks.');
  });

  it('gives the same as JSON, with the candidates', async () => {
    expect(await explain('list the open issues', '--json')).toBe(0);
    const { enabled, tools, sides, degraded } = JSON.parse(machine.stdout());
    expect([enabled, degraded]).toEqual([false, false]);
    expect(tools[0]).toMatchObject({ id: 'mcp:tracker:list_issues', source: 'local', added: true });
    expect(sides.tools.candidates).toContain('mcp:tracker:list_issues');
  });
});
