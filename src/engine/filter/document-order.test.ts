import { describe, expect, it } from 'vitest';
import { documentOrder } from './document-order.ts';

describe('the order of documents', () => {
  const ranks = Uint32Array.of(5, 0, 4, 1, 3, 2);

  it('is by partition, then by cluster, then by key', () => {
    const partitions = Uint32Array.of(1, 1, 0, 1, 1, 0);
    const clusters = Uint32Array.of(2, 7, 0, 2, 7, 9);
    expect([...documentOrder({ ranks, partitions, clusters })]).toEqual([2, 5, 3, 0, 1, 4]);
  });

  it('is by partition and key where there are no clusters', () => {
    const partitions = Uint32Array.of(0, 3, 0, 3, 0, 3);
    expect([...documentOrder({ ranks, partitions })]).toEqual([4, 2, 0, 1, 3, 5]);
    expect([...documentOrder({ ranks: new Uint32Array(0), partitions: new Uint32Array(0) })]).toEqual([]);
  });
});
