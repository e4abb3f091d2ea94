import type { Action } from '../case-file.ts';
import type { Json } from '../json.ts';
import type { OpResult, Outcome } from '../outcome.ts';
import type { World } from '../product/world.ts';

/** Where an operation runs. */
export interface OpContext {
  readonly world: World;
  readonly setup: Json;
  readonly path: string;
  /** Earlier steps of the same sequence. */
  readonly earlier: readonly Outcome[];
  /** Runs another operation as a step below or beside this one. */
  perform(action: Action, where: { path: string; label?: string; earlier?: readonly Outcome[] }): Promise<Outcome>;
  /** Another product with a setup of its own; it is closed at the end of the case. */
  openWorld(setup: Json): OpContext;
}

/** How one operation of the format maps to the product. */
export interface Op {
  /** Its fields beside `op`, `as` and notes. A step with any other field is not run. */
  readonly fields: readonly string[];
  /** Why this very action cannot be run today. */
  unmapped?(action: Action, setup: Json): readonly string[];
  run(action: Action, context: OpContext): Promise<OpResult>;
}

export type OpGroup = Readonly<Record<string, Op>>;

/** The runner, not the product, cannot go on: the case says something that has no mapping. */
export class UnmappedError extends Error {
  override readonly name: string = 'UnmappedError';
}

/** Path of the step at this place below another. */
export function stepPath(parent: string, index: number): string {
  return parent === '' ? String(index) : `${parent}.${index}`;
}
