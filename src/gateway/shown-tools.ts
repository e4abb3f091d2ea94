import { isObject } from '../shared/json.ts';
import type { Catalog, Tool } from '../tools/index.ts';

/** Tools remembered of one session; whoever was shown more has long stopped to remember the first. */
const MAX_SHOWN = 5_000;

/**
 * Which tools a session was told of, so that a refusal can say "not any more" instead of "unknown". To a session that
 * was never told, the first would be news.
 */
export class ShownTools {
  /** In the order of their last mention. */
  readonly #ids = new Set<string>();

  /** Takes note of every tool of the catalog whose id or name stands in an answer. */
  remember(catalog: Catalog, answer: unknown): void {
    for (const text of namesIn(answer)) {
      const tool = catalog.byId(text) ?? catalog.byName(text);
      if (tool !== undefined) this.#add(tool);
    }
  }

  /** The same for a text in which names stand for themselves. */
  rememberText(catalog: Catalog, text: string): void {
    const words = new Set(text.split(/[\s,;()`"]+/u));
    for (const tool of catalog.tools) if (words.has(tool.name) || words.has(tool.originalName)) this.#add(tool);
  }

  #add(tool: Tool): void {
    this.#ids.delete(tool.id);
    this.#ids.add(tool.id);
    if (this.#ids.size > MAX_SHOWN) this.#ids.delete(this.#ids.values().next().value!);
  }

  has(tool: Tool): boolean {
    return this.#ids.has(tool.id);
  }
}

/** Ids and names in answers of the bridge: of hits, descriptions, several of either, and lists of similar names. */
function* namesIn(answer: unknown): Generator<string> {
  if (typeof answer === 'string') yield answer;
  else if (Array.isArray(answer)) for (const one of answer) yield* namesIn(one);
  else if (isObject(answer)) {
    for (const key of ['id', 'name', 'hits', 'results', 'tools', 'missing', 'similar']) yield* namesIn(answer[key]);
  }
}
