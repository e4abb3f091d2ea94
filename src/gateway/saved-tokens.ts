import { estimatingCounter } from '../tokens/index.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import type { ListedTool, Listing } from './listing.ts';

/** What the bridge spares each request to a model, in tokens, estimated. */
export interface SavedTokens {
  /** Every tool of the view, as a request would carry them without the bridge. */
  readonly direct: number;
  /** What is listed in their place, with the instructions. */
  readonly shown: number;
  readonly saved: number;
  readonly exact: false;
}

/** Tools that are counted; of more, as many in equal steps. An answer must not wait for a sum over a large catalog. */
const MAX_COUNTED = 250;

const known = new WeakMap<Listing, SavedTokens>();

/** Worked out once for each listing, which is one object for one catalog. */
export function savedTokens(listing: Listing, catalog: Catalog, instructions: string): SavedTokens {
  let saved = known.get(listing);
  if (saved === undefined) {
    saved = estimate(listing, catalog, instructions);
    known.set(listing, saved);
  }
  return saved;
}

function estimate({ tools: listed }: Listing, { tools }: Catalog, instructions: string): SavedTokens {
  const step = Math.max(1, tools.length / MAX_COUNTED);
  const counted = Array.from({ length: Math.min(tools.length, MAX_COUNTED) }, (_, i) => tools[Math.floor(i * step)]!);
  const direct = counted.length === 0 ? 0 : Math.round((sum(counted) / counted.length) * tools.length);
  const shown = sum(listed) + tokensOf(instructions);
  return { direct, shown, saved: direct - shown, exact: false };
}

/** Of the parts of a definition that model APIs put before the model. */
function sum(tools: readonly (Tool | ListedTool)[]): number {
  return tools.reduce(
    (total, { name, description, inputSchema }) =>
      total + tokensOf(JSON.stringify({ name, description, input_schema: inputSchema })),
    0,
  );
}

function tokensOf(text: string): number {
  return estimatingCounter.countTokens(text).tokens;
}
