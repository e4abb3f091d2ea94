import { describe, expect, it } from 'vitest';
import { f32, i32 } from './instructions.ts';
import { callNumber, ModuleBuilder } from './module.ts';

declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, (...values: number[]) => number | undefined>> };
};

/** Runs what `define` defines; `result` reads a word of memory. */
function load(define: (module: ModuleBuilder) => void) {
  const module = new ModuleBuilder();
  define(module);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.bytes()), { env: { memory } });
  return {
    call: (name: string, ...values: number[]): number | undefined => exports[name]!(...values),
    result: (address = 0): number => new DataView(memory.buffer).getFloat32(address, true),
  };
}

describe('an assembled module', () => {
  it('runs a loop from a counter to its end, and not at all where there is nothing', () => {
    const { call, result } = load((module) => {
      module.define('count', ['i32', 'i32', 'i32'], (f, from, end, step) => {
        const sum = f.let(f32.const(0));
        f.repeatUntil(from, end, step, () => f.set(sum, f32.add(sum, f32.convertI32S(from))));
        f.run(f32.store(i32.const(0), sum));
      });
    });
    const counted = (from: number, end: number, step: number): number => {
      call('count', from, end, step);
      return result();
    };
    expect(counted(3, 6, 1)).toBe(3 + 4 + 5);
    expect(counted(0, 7, 3)).toBe(0 + 3 + 6);
    expect(counted(6, 6, 1)).toBe(0);
    expect(counted(9, 2, 1)).toBe(0);
  });

  it('calls functions that were defined before, with their parameters in order', () => {
    const { call, result } = load((module) => {
      const divide = module.define('divide', ['i32', 'f32', 'f32'], (f, to, left, right) => {
        f.run(f32.store(to, f32.div(left, right)));
      });
      module.define('run', ['f32'], (f, x) => {
        f.call(divide, i32.const(8), x, f32.const(-4));
        f.when(f32.lt(x, f32.const(0)), () => f.call(divide, i32.const(4), f32.const(1), x));
      });
    });
    call('run', 10);
    expect([result(8), result(4)]).toEqual([-2.5, 0]);
    call('run', -2);
    expect([result(8), result(4)]).toEqual([0.5, -0.5]);
  });

  it('keeps locals apart, and new ones at zero', () => {
    const { call, result } = load((module) => {
      module.define('locals', ['f32'], (f, parameter) => {
        const [first, second, untouched] = [f.let(f32.const(1)), f.let(parameter), f.local('f32')];
        f.set(first, f32.add(first, second));
        f.run(f32.store(i32.const(0), f32.add(f32.mul(first, f32.const(100)), f32.add(second, untouched))));
      });
    });
    call('locals', 7);
    expect(result()).toBe(807);
  });

  it('takes constants of any size', () => {
    const values = [0, -1, 64, -65, 2 ** 31 - 1, -(2 ** 31)];
    for (const value of values) {
      const { call, result } = load((module) => {
        module.define('run', [], (f) => f.run(f32.store(i32.const(0), f32.convertI32S(i32.const(value)))));
      });
      call('run');
      expect(result()).toBe(Math.fround(value));
    }
  });

  it('gives numbers back, from calls within too', () => {
    const { call } = load((module) => {
      const square = module.defineNumber('square', ['i32'], (_, x) => i32.mul(x, x));
      module.defineNumber('sum', ['i32', 'i32'], (_, x, y) => i32.add(callNumber(square, x), callNumber(square, y)));
    });
    expect(call('sum', 3, 4)).toBe(25);
  });

  it('leaves a block from any depth, at once or on a condition, and takes the other branch', () => {
    const { call } = load((module) => {
      // How often one can take `step` from `x` before it is below `step`; 99 where step is 0.
      module.defineNumber('divide', ['i32', 'i32'], (f, x, step) => {
        const count = f.local('i32');
        f.block((leaveAll) => {
          f.when(
            i32.eqz(step),
            () => {
              f.set(count, i32.const(99));
              leaveAll();
            },
            () => {
              f.block((leave) => {
                f.whileTrue(
                  () => i32.const(1),
                  () => {
                    leave(i32.ltU(x, step));
                    f.set(x, i32.sub(x, step));
                    f.advance(count, 1);
                  },
                );
              });
            },
          );
          f.advance(count, 0);
        });
        return count;
      });
    });
    expect([call('divide', 17, 5), call('divide', 4, 5), call('divide', 4, 0)]).toEqual([3, 0, 99]);
  });
});
