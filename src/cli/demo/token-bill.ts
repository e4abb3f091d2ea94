import { loadTokenCounter } from '../../tokens/index.ts';
import type { Catalog } from '../../tools/index.ts';
import type { DemoExchange } from './tasks.ts';

/** What a model reads, in tokens. */
export interface TokenBill {
  /** Every tool's name, description and input schema, as a client without the gateway shows them on each request. */
  readonly direct: number;
  /** The same parts of the three bridge tools. */
  readonly bridge: number;
  /** All search and describe answers of the demo together: what the bridge costs on top, once. */
  readonly answers: number;
  /** False when no tokenizer is installed and the figures are estimates. */
  readonly exact: boolean;
}

export async function measureTokens(
  catalog: Catalog,
  bridge: readonly Readonly<Record<string, unknown>>[],
  exchanges: readonly DemoExchange[],
): Promise<TokenBill> {
  const counter = await loadTokenCounter();
  const tokens = (text: string) => counter.countTokens(text).tokens;
  return {
    direct: tokens(JSON.stringify(catalog.tools.map((tool) => visible({ ...tool.raw, name: tool.name })))),
    bridge: tokens(JSON.stringify(bridge.map(visible))),
    answers: exchanges.flatMap((exchange) => exchange.read).reduce((sum, text) => sum + tokens(text), 0),
    exact: counter.exact,
  };
}

/** The parts of a definition that model APIs put before the model. */
function visible(tool: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { name: tool.name, description: tool.description, input_schema: tool.inputSchema };
}
