/**
 * Reads what is needed next, and no more. In a loop that does nothing else the machine reads a dozen numbers from far at once;
 * where each is used before the next is read it waits for one after the other, which is most of the time that a build takes.
 */
export class ReadAhead {
  /** Of no meaning; without it a compiler may leave the reading out. */
  #sum = 0;

  /** The first words of the records of terms, which stand at `from`, `from + step` … in an array. */
  records(
    records: Uint32Array,
    recordWords: number,
    terms: Uint32Array,
    from: number,
    step: number,
    end: number,
  ): void {
    let sum = this.#sum;
    for (let i = from; i < end; i += step) sum = (sum + records[terms[i]! * recordWords]!) | 0;
    this.#sum = sum;
  }
}
