import { afterEach, describe, expect, it } from 'vitest';
import { withFittedMessages } from './io.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';
import { printWarning, warningSummary } from './warnings.ts';

let machine: TestMachine | undefined;
afterEach(() => machine?.remove());

const LONG = 'one two three four five six seven eight nine ten';

describe('warnings', () => {
  it('stay within the width of a terminal', async () => {
    machine = await createTestMachine(true);
    printWarning(withFittedMessages({ ...machine.io, columns: 31 }), LONG);
    expect(machine.stderr()).toBe('warning: one two three four\n  five six seven eight nine ten\n');
  });

  it('are one line each where no person reads them', async () => {
    machine = await createTestMachine(false);
    printWarning(withFittedMessages({ ...machine.io, columns: 30 }), LONG);
    expect(machine.stderr()).toBe(`warning: ${LONG}\n`);
  });

  it('are counted by tool and kind', () => {
    expect(warningSummary([])).toBeUndefined();
    expect(
      warningSummary([
        { tool: 'a', code: 'SCHEMA_REPAIRED', message: 'x' },
        { tool: 'a', code: 'SCHEMA_REPAIRED', message: 'y' },
        { tool: 'b', code: 'NAME_DUPLICATE', message: 'z' },
      ]),
    ).toBe('tools with schemas repaired: 1; listed more than once: 1');
  });
});
