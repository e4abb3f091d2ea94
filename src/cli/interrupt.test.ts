import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { closeOnInterrupt } from './interrupt.ts';

class Target extends EventEmitter {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
    this.emit('exited');
  }
}

describe('a signal during a command', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s closes first and then ends with %d', async (signal, code) => {
    const target = new Target();
    const order: string[] = [];
    closeOnInterrupt(async () => void order.push('closed'), target);
    const exited = new Promise<void>((resolve) => target.once('exited', resolve));
    target.emit(signal, signal);
    await exited;
    expect([order, target.exits]).toEqual([['closed'], [code]]);
  });

  it('ends at once when it comes twice, however long closing takes', () => {
    const target = new Target();
    let closes = 0;
    closeOnInterrupt(() => {
      closes++;
      return new Promise(() => {});
    }, target);
    target.emit('SIGINT', 'SIGINT');
    expect(target.exits).toEqual([]);
    target.emit('SIGTERM', 'SIGTERM');
    expect([closes, target.exits]).toEqual([1, [143]]);
  });

  it('is the system’s own business again after the command', () => {
    const target = new Target();
    closeOnInterrupt(async () => {}, target)();
    expect(target.listenerCount('SIGINT')).toBe(0);
  });
});
