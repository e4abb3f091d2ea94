import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, SourceKind } from '../../tools/index.ts';
import { toJsonText, utf8Bytes } from './byte-size.ts';
import type { AssemblyEvent, AssemblyMode, TelemetryHead } from './events.ts';

/** What one model request carries, as the one who puts it together knows it. */
export interface AssembledRequest {
  readonly mode: AssemblyMode;
  /** The mode that was asked for, where it could not be had. */
  readonly fallbackFrom?: 'code' | undefined;
  /** The tools as they are sent, serialised for the measure as JSON. */
  readonly tools: readonly unknown[];
  /** What goes into the prompt on account of the tools; empty where nothing does. */
  readonly prompt: string;
  /** Everything that the session may use. */
  readonly catalog: Catalog;
  /** How many of these the request does not show. */
  readonly deferred: number;
  readonly counter: TokenCounter;
}

/** Measures what a request carries, for {@link Telemetry.emit}. */
export function assemblyFacts(request: AssembledRequest): Omit<AssemblyEvent, keyof TelemetryHead> {
  const { mode, fallbackFrom, tools, prompt, catalog, deferred, counter } = request;
  const serialised = toJsonText(tools);
  const [forTools, forPrompt] = [counter.countTokens(serialised), counter.countTokens(prompt)];
  const sources: Partial<Record<SourceKind, number>> = {};
  for (const { source } of catalog.tools) sources[source.kind] = (sources[source.kind] ?? 0) + 1;
  return {
    type: 'assembly',
    mode,
    ...(fallbackFrom === undefined ? {} : { fallbackFrom }),
    visible: tools.length,
    deferred,
    toolBytes: utf8Bytes(serialised),
    promptBytes: utf8Bytes(prompt),
    tokens: forTools.tokens + forPrompt.tokens,
    exactTokens: forTools.exact,
    catalog: { size: catalog.tools.length, epoch: catalog.epoch, sources },
  };
}
