import { type Catalog, catalogOf, type Tool } from '../../tools/index.ts';
import type { RetrievalBackend } from '../backend.ts';

export interface ExplainOptions {
  /** Id or name of the tool that should have been found. */
  readonly expect?: string;
  /** Places of the ranking that are told. Default 5. */
  readonly told?: number;
  /** Gives the same search over tools of which one was changed; without it changes are reckoned, not tried. */
  readonly trial?: ExplainTrial;
  /** With `expect` and `trial`: a change to that tool to be tried beside those that are suggested. */
  readonly change?: OwnChange;
}

/** A change that somebody has in mind: a request as an example, words in front of the description, or another one. */
export interface OwnChange {
  readonly kind: 'example' | 'first-words' | 'description';
  readonly text: string;
}

/** A change that is tried out on one tool. */
export interface TriedChange {
  readonly tool: Tool;
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** Gives what is searched after a change, everything else as it is. */
export type ExplainTrial = (change: TriedChange) => Promise<RetrievalBackend>;

/** The catalog as it were after a change; all other tools are the same objects, so what is known of them stays known. */
export function changedCatalog(catalog: Catalog, { tool, ...change }: TriedChange): Catalog {
  return catalogOf(catalog.tools.map((one) => (one.id === tool.id ? { ...one, ...change } : one)));
}
