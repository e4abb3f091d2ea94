import { schemaFingerprint } from '../calling/index.ts';
import { isObject } from '../shared/json.ts';
import type { Catalog, Tool } from '../tools/index.ts';

/** Tools remembered of one session; whoever was shown more has long stopped to remember the first. */
const MAX_SHOWN = 5_000;

/**
 * Which tools a session was told of, so that a refusal can say "not any more" instead of "unknown". To a session that
 * was never told, the first would be news.
 */
export class ShownTools {
  /** Id → schema, in the order of their last mention. */
  readonly #schemas = new Map<string, string>();

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
    this.#schemas.delete(tool.id);
    this.#schemas.set(tool.id, schemaFingerprint(tool));
    if (this.#schemas.size > MAX_SHOWN) this.#schemas.delete(this.#schemas.keys().next().value!);
  }

  has(tool: Tool): boolean {
    return this.#schemas.has(tool.id);
  }

  /** What the tool took when it was last mentioned. */
  shownAs(tool: Tool): string | undefined {
    return this.#schemas.get(tool.id);
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
