import type { Tool } from '../../tools/index.ts';
import type { StoredDocument } from './remote-index.ts';
import { createStoredTool } from './stored-tool.ts';

/** Tools kept in memory, some kilobytes each: the same ones are found over and over. */
const MAX_TOOLS = 5_000;

/** The tools of documents from elsewhere: one object for a tool as long as it is kept and has not changed. */
export class RemoteTools {
  readonly #tools = new Map<string, { readonly hash: string; readonly tool: Tool }>();

  get({ key, hash, payload }: StoredDocument): Tool {
    const wanted = hash.join();
    const known = this.#tools.get(key);
    const held = known?.hash === wanted ? known : { hash: wanted, tool: createStoredTool(key, payload) };
    // Kept in the order of use, so that the least recently used is the first.
    this.#tools.delete(key);
    this.#tools.set(key, held);
    if (this.#tools.size > MAX_TOOLS) this.#tools.delete(this.#tools.keys().next().value!);
    return held.tool;
  }
}
