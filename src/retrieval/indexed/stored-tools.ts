import type { DocRef, EngineIndex } from '../../engine/index.ts';
import type { Tool } from '../../tools/index.ts';
import { createStoredTool } from './stored-tool.ts';

/** Tools kept in memory, some 2 KB each: the same ones are found over and over. */
const MAX_TOOLS = 5_000;

/** The tools of an index by document number: the same object as long as it is kept and the index does not change. */
export interface StoredTools {
  get(doc: DocRef): Tool;
}

const memory = new WeakMap<EngineIndex, StoredTools>();

/** One memory for each index, whoever asks with whatever rights: who gets a number has the right to see the document. */
export function storedToolsOf(index: EngineIndex): StoredTools {
  let tools = memory.get(index);
  if (tools === undefined) {
    tools = createStoredTools(index);
    memory.set(index, tools);
  }
  return tools;
}

function createStoredTools(index: EngineIndex): StoredTools {
  const tools = new Map<DocRef, Tool>();
  let { version } = index;
  return {
    get: (doc) => {
      if (index.version !== version) {
        tools.clear();
        version = index.version;
      }
      const tool = tools.get(doc) ?? createStoredTool(index.key(doc), index.payload(doc));
      // Kept in the order of use, so that the least recently used is the first.
      tools.delete(doc);
      tools.set(doc, tool);
      if (tools.size > MAX_TOOLS) tools.delete(tools.keys().next().value!);
      return tool;
    },
  };
}
