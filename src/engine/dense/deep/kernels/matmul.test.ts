import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPanels } from '../encoder.ts';
import { packMatrix, packPanel } from '../pack.ts';
import { BLOCK_CHANNELS, INNER_STEP } from './matmul.ts';
import { GREATEST_ACTIVATION, MAX_INNER } from './quantize.ts';
import { randomNumbers, TestMemory } from './test-memory.ts';

interface Product {
  readonly rows: Int16Array[];
  readonly weights: Int8Array;
  readonly inner: number;
  readonly channels: number;
  readonly rowScales: Float64Array;
  readonly scales: Float64Array;
  readonly bias: Float64Array;
}

/** The definition, in 64-bit floats: the sums of whole numbers are exact. */
function naive({ rows, weights, inner, channels, rowScales, scales, bias }: Product): number[] {
  return rows.flatMap((row, r) =>
    Array.from({ length: channels }, (_, c) => {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += row[k]! * weights[c * inner + k]!;
      // Rounded where the kernel rounds.
      const scale = Math.fround(Math.fround(rowScales[r]!) * Math.fround(scales[c]!));
      return Math.fround(Math.fround(Math.fround(sum) * scale) + Math.fround(bias[c]!));
    }),
  );
}

function kernel({ rows, weights, inner, channels, rowScales, scales, bias }: Product): number[] {
  const memory = new TestMemory();
  const { panelRows, full, less } = planPanels(rows.length);
  const panels = Array.from({ length: full + less }, (_, panel) => {
    const from = panel * panelRows - Math.max(0, panel - full);
    return packPanel(rows.slice(from, from + panelRows - (panel < full ? 0 : 1)));
  });
  const out = memory.reserve(4 * rows.length * channels);
  memory.kernels.matmul(
    memory.int16s(panels.flatMap((panel) => [...panel])),
    memory.floats(rowScales),
    panelRows,
    full,
    less,
    memory.bytes(new Uint8Array(packMatrix(weights, inner, channels).buffer)),
    memory.floats(scales),
    memory.floats(bias),
    out,
    inner,
    channels,
  );
  return [...memory.readFloats(out, rows.length * channels)];
}

function product(seed: number, rowCount: number, inner: number, channels: number): Product {
  const whole = (value: number, greatest: number): number => Math.round(value * greatest);
  return {
    rows: Array.from({ length: rowCount }, (_, r) =>
      Int16Array.from(randomNumbers(seed + r, inner), (value) => whole(value, GREATEST_ACTIVATION)),
    ),
    weights: Int8Array.from(randomNumbers(~seed, inner * channels), (value) => whole(value, 127)),
    inner,
    channels,
    rowScales: randomNumbers(seed + 1000, rowCount),
    scales: randomNumbers(seed + 1001, channels),
    bias: randomNumbers(seed + 1002, channels),
  };
}

describe('matmul', () => {
  it('gives exactly what the definition gives, for any number of rows and any sizes', () => {
    const step = (unit: number, most: number) => fc.integer({ min: 1, max: most }).map((count) => count * unit);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 64 }),
        step(INNER_STEP, 40),
        step(BLOCK_CHANNELS, 6),
        (seed, rows, inner, channels) => {
          const one = product(seed, rows, inner, channels);
          expect(kernel(one)).toEqual(naive(one));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives it for every width of a panel', () => {
    for (let rows = 1; rows <= 13; rows++) {
      const one = product(rows, rows, 3 * INNER_STEP, BLOCK_CHANNELS);
      expect(kernel(one)).toEqual(naive(one));
    }
  });

  it('holds the greatest possible sum', () => {
    const inner = Math.floor(MAX_INNER / INNER_STEP) * INNER_STEP;
    for (const sign of [1, -1]) {
      const one: Product = {
        rows: [new Int16Array(inner).fill(GREATEST_ACTIVATION)],
        weights: new Int8Array(inner * BLOCK_CHANNELS).fill(127 * sign),
        inner,
        channels: BLOCK_CHANNELS,
        rowScales: Float64Array.of(1),
        scales: new Float64Array(BLOCK_CHANNELS).fill(1),
        bias: new Float64Array(BLOCK_CHANNELS),
      };
      expect(kernel(one)).toEqual(Array(BLOCK_CHANNELS).fill(Math.fround(sign * inner * 127 * GREATEST_ACTIVATION)));
    }
  });
});

describe('planPanels', () => {
  it('covers every row once, with panels that differ by one row at most', () => {
    for (let rows = 1; rows <= 64; rows++) {
      const { panelRows, full, less } = planPanels(rows);
      expect([rows, full * panelRows + less * (panelRows - 1)]).toEqual([rows, rows]);
      expect(full).toBeGreaterThan(0);
      expect(panelRows === 1 ? less : 0).toBe(0);
    }
  });
});
