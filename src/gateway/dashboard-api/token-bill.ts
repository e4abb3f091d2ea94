import { loadTokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { ListedTool } from '../listing.ts';
import { type ObservedSession, type SizedCatalog, sizeOf } from '../observed-session.ts';
import type { TokensSaved } from './types.ts';

/** Tools that are counted one by one; of more, as many in equal steps, and the rest by their mean. */
const MAX_COUNTED = 1_000;

const bills = new WeakMap<Catalog, Promise<TokensSaved>>();

/** What a request of this view carries, and what it would carry without the gateway. Worked out once for a catalog. */
export function tokenBill(view: ObservedSession, catalog: SizedCatalog): Promise<TokensSaved> {
  let bill = bills.get(catalog);
  if (bill === undefined) {
    bill = measure(view, catalog);
    bills.set(catalog, bill);
  }
  return bill;
}

async function measure(view: ObservedSession, catalog: SizedCatalog): Promise<TokensSaved> {
  const counter = await loadTokenCounter();
  const tokens = (value: unknown): number => counter.countTokens(JSON.stringify(value)).tokens;
  const { tools } = catalog;
  const step = Math.max(1, tools.length / MAX_COUNTED);
  const counted = Array.from({ length: Math.min(tools.length, MAX_COUNTED) }, (_, i) => tools[Math.floor(i * step)]!);
  const size = sizeOf(catalog);
  const isAll = counted.length === size;
  const sum = tokens(counted.map(visible));
  const shown = view.listed().map(visible);
  return {
    direct: isAll || counted.length === 0 ? sum : Math.round((sum / counted.length) * size),
    shown: tokens(shown) + tokens(view.instructions()),
    exact: counter.exact && isAll,
  };
}

/** The parts of a definition that model APIs put before the model. */
function visible({ name, description, inputSchema }: ListedTool | Tool): Readonly<Record<string, unknown>> {
  return { name, description, input_schema: inputSchema };
}
