import { describe, expect, it } from 'vitest';
import { CallSlots } from './call-slots.ts';

const never = new AbortController().signal;

describe('CallSlots', () => {
  it('lets requests wait in the order they came, and runs no more than its limit', async () => {
    const slots = new CallSlots('s', { maxConcurrent: 2, maxQueued: 10 });
    const order: number[] = [];
    const first = await slots.take(never);
    const second = await slots.take(never);
    const later = [3, 4].map(async (n) => {
      const over = await slots.take(never);
      order.push(n);
      expect(slots.running).toBe(2);
      over?.();
    });
    expect([slots.running, slots.waiting]).toEqual([2, 2]);
    first?.();
    await Promise.all(later);
    second?.();
    expect(order).toEqual([3, 4]);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('refuses what does not fit into the queue, and says that it did not run', async () => {
    const slots = new CallSlots('s', { maxConcurrent: 1, maxQueued: 1 });
    await slots.take(never);
    void slots.take(never);
    await expect(slots.take(never)).rejects.toMatchObject({
      code: 'SERVER_BUSY',
      details: { ran: false, server: 's' },
    });
  });

  it('forgets a request that was given up while it waited', async () => {
    const slots = new CallSlots('s', { maxConcurrent: 1, maxQueued: 1 });
    const over = await slots.take(never);
    const controller = new AbortController();
    const given = slots.take(controller.signal);
    controller.abort();
    expect(await given).toBeUndefined();
    expect(slots.waiting).toBe(0);
    over?.();
    expect(slots.running).toBe(0);
  });

  it('counts a place that is given back twice once', async () => {
    const slots = new CallSlots('s', { maxConcurrent: 2, maxQueued: 0 });
    const over = await slots.take(never);
    await slots.take(never);
    over?.();
    over?.();
    expect(slots.running).toBe(1);
  });

  it('tells when nothing is left', async () => {
    const slots = new CallSlots('s', { maxConcurrent: 1, maxQueued: 1 });
    const over = await slots.take(never);
    const next = slots.take(never);
    let isIdle = false;
    const idle = slots.idle().then(() => {
      isIdle = true;
    });
    over?.();
    const last = await next;
    expect(isIdle).toBe(false);
    last?.();
    await idle;
    expect(isIdle).toBe(true);
  });
});
