import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../tools/index.ts';
import { createVectorQueue, MAX_WAITING } from './vector-queue.ts';

const { tools } = createCatalog(
  Array.from({ length: 300 }, (_, i) => ({
    source: { kind: 'mcp' as const, name: 's1' },
    definition: { name: `tool_${String(i).padStart(3, '0')}` },
  })),
);

/** A queue whose steps end when they are let through. */
function setUp() {
  const steps: string[][] = [];
  let release: (well: boolean) => void = () => {};
  const queue = createVectorQueue((some: readonly Tool[]) => {
    steps.push(some.map(({ originalName }) => originalName));
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  const finish = async (well = true): Promise<void> => {
    release(well);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const finishAll = async (): Promise<void> => {
    for (let known = 0; known < steps.length; ) {
      known = steps.length;
      await finish();
    }
  };
  return { queue, steps, finish, finishAll };
}

const names = (from: number, to: number): string[] => tools.slice(from, to).map(({ originalName }) => originalName);

describe('tools that wait for their vectors', () => {
  it('come in the order of their search, and those of the newest search first', async () => {
    const { queue, steps, finish, finishAll } = setUp();
    queue.add(tools.slice(0, 20));
    queue.add(tools.slice(100, 110));
    await finish();
    await finishAll();
    expect(steps.flat()).toEqual([...names(0, 8), ...names(100, 110), ...names(8, 20)]);
  });

  it('are forgotten beyond the bound, the oldest first, and embedded once', async () => {
    const { queue, steps, finishAll } = setUp();
    for (let start = 0; start < 240; start += 24) queue.add(tools.slice(start, start + 24));
    queue.add(tools.slice(216, 240));
    await finishAll();
    expect(steps[0]).toEqual(names(0, 8)); // under way before the others came
    const later = steps.slice(1).flat();
    expect(later).toHaveLength(MAX_WAITING);
    expect(later.slice(0, 48)).toEqual([...names(216, 240), ...names(192, 216)]);
  });

  it('are forgotten when embedding fails, and the next ones try again', async () => {
    const { queue, steps, finish, finishAll } = setUp();
    queue.add(tools.slice(0, 20));
    await finish(false);
    expect(steps).toHaveLength(1);
    queue.add(tools.slice(40, 44));
    await finishAll();
    expect(steps.slice(1)).toEqual([names(40, 44)]);
  });

  it('are left alone once the queue is stopped', async () => {
    const { queue, steps, finishAll } = setUp();
    queue.add(tools.slice(0, 20));
    queue.stop();
    await finishAll();
    expect(steps).toHaveLength(1);
  });
});
