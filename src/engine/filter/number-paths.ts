import { GrowingNumbers } from '../lexical/growing-numbers.ts';

/**
 * Where sequences of numbers lead: a tree, in which each may end with a mark. Its nodes are rows of flat columns, found by
 * a hash of parent and number: with a map a node, what a million documents carry would take gigabytes.
 */
export class NumberPaths {
  readonly root: number = 0;
  readonly #parents = new GrowingNumbers();
  readonly #numbers = new GrowingNumbers();
  /** Mark + 1; 0 = none. */
  readonly #marks = new GrowingNumbers();
  /** Open addressing, at most half full: node, 0 = free (the root is nobody's child). */
  #slots = new Uint32Array(1024);

  constructor() {
    this.#add(0, 0);
  }

  /** The node that `number` leads to. `number`: uint32. */
  step(node: number, number: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = slotOf(node, number) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot]!;
      if (found === 0) {
        const added = this.#add(node, number);
        this.#slots[slot] = added;
        if (2 * added > this.#slots.length) this.#grow();
        return added;
      }
      if (this.#parents.at(found) === node && this.#numbers.at(found) === number) return found;
    }
  }

  markOf(node: number): number | undefined {
    const mark = this.#marks.at(node);
    return mark === 0 ? undefined : mark - 1;
  }

  mark(node: number, mark: number): void {
    this.#marks.set(node, mark + 1);
  }

  #add(parent: number, number: number): number {
    this.#parents.push(parent);
    this.#numbers.push(number);
    this.#marks.push(0);
    return this.#parents.length - 1;
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let node = 1; node < this.#parents.length; node++) {
      let slot = slotOf(this.#parents.at(node), this.#numbers.at(node)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}

/** Two multiplications of Murmur's finisher: neighbouring numbers of one node spread over the slots. */
function slotOf(node: number, number: number): number {
  let hash = Math.imul(node, 0x85ebca6b) ^ number;
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}
