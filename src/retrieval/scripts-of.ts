import type { Tool } from '../tools/index.ts';
import { toolEmbeddingText } from './embedding-text.ts';
import { scriptOf } from './reference-texts.ts';

/** The number of each tool's script (`reference-texts.ts`); counted once, and only where somebody asks. */
export function scriptsOf(tools: readonly Tool[]): () => Uint8Array {
  let scripts: Uint8Array | undefined;
  return () => {
    scripts ??= Uint8Array.from(tools, (tool) => scriptOf(toolEmbeddingText(tool)));
    return scripts;
  };
}
