/**
 * The best `limit` of `docs`, best first: higher score, then lower document number. A bounded heap whose root is the worst
 * kept document, so that most documents cost one comparison.
 */
export function topK(docs: readonly number[], scores: Float64Array | Float32Array, limit: number): number[] {
  const isWorse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b);
  const heap: number[] = [];
  for (const doc of docs) {
    if (heap.length < limit) {
      heap.push(doc);
      siftUp(heap, isWorse);
    } else if (isWorse(heap[0]!, doc)) {
      heap[0] = doc;
      siftDown(heap, isWorse);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

type IsWorse = (a: number, b: number) => boolean;

function siftUp(heap: number[], isWorse: IsWorse): void {
  let place = heap.length - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isWorse(heap[place]!, heap[parent]!)) return;
    swap(heap, place, parent);
    place = parent;
  }
}

function siftDown(heap: number[], isWorse: IsWorse): void {
  let place = 0;
  for (;;) {
    const left = place * 2 + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const worst = right < heap.length && isWorse(heap[right]!, heap[left]!) ? right : left;
    if (!isWorse(heap[worst]!, heap[place]!)) return;
    swap(heap, place, worst);
    place = worst;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = kept;
}
