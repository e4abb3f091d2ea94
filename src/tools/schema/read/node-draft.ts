import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { type MutableObject, put } from '../objects.ts';

/** A schema object being mended: copied at the first change only, so that a sound one comes back as it was. */
export class NodeDraft {
  readonly raw: JsonObject;
  #copy: MutableObject | undefined;

  constructor(raw: JsonObject) {
    this.raw = raw;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#copy ?? this.raw, key);
  }

  get(key: string): JsonValue | undefined {
    return this.has(key) ? (this.#copy ?? this.raw)[key] : undefined;
  }

  set(key: string, value: JsonValue): void {
    if (this.has(key) && this.get(key) === value) return;
    this.#copy ??= { ...this.raw };
    put(this.#copy, key, value);
  }

  delete(key: string): void {
    if (!this.has(key)) return;
    this.#copy ??= { ...this.raw };
    delete this.#copy[key];
  }

  finish(): JsonObject {
    return this.#copy ?? this.raw;
  }
}
