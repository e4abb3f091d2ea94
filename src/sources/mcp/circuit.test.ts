import { describe, expect, it } from 'vitest';
import { Circuit } from './circuit.ts';

function circuitAt(): { circuit: Circuit; pass: (ms: number) => void } {
  let now = 0;
  const circuit = new Circuit({ maxSilentCalls: 3, restMs: 100, now: () => now });
  return {
    circuit,
    pass: (ms) => {
      now += ms;
    },
  };
}

describe('Circuit', () => {
  it('refuses calls after as many silent ones in a row', () => {
    const { circuit } = circuitAt();
    circuit.silent();
    circuit.silent();
    expect(circuit.admit()).toBe(true);
    circuit.silent();
    expect([circuit.isOpen, circuit.admit()]).toEqual([true, false]);
  });

  it('begins to count anew with any answer', () => {
    const { circuit } = circuitAt();
    circuit.silent();
    circuit.silent();
    circuit.heard();
    circuit.silent();
    expect([circuit.silentCalls, circuit.admit()]).toEqual([1, true]);
  });

  it('lets one call through after the rest, which decides for the others', () => {
    const { circuit, pass } = circuitAt();
    for (let n = 0; n < 3; n++) circuit.silent();
    pass(100);
    expect([circuit.admit(), circuit.admit()]).toEqual([true, false]);
    circuit.silent();
    expect(circuit.admit()).toBe(false);
    pass(100);
    expect(circuit.admit()).toBe(true);
    circuit.heard();
    expect([circuit.admit(), circuit.admit()]).toEqual([true, true]);
  });

  it('lets another one try where the first was taken back', () => {
    const { circuit, pass } = circuitAt();
    for (let n = 0; n < 3; n++) circuit.silent();
    pass(100);
    circuit.admit();
    circuit.unknown();
    expect(circuit.admit()).toBe(true);
  });
});
