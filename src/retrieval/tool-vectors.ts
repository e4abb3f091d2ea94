import type { Embedder } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import { toolEmbeddingText } from './embedding-text.ts';

/**
 * The vectors of tools by one embedder, remembered per tool object: a rebuilt catalog shares the tools that did not
 * change, so it costs what is new in it. A tool that nothing holds any more takes its vector along.
 */
export interface ToolVectors {
  readonly embedder: Embedder;
  has(tool: Tool): boolean;
  /** In the order of the tools; undefined as soon as one is missing. */
  all(tools: readonly Tool[]): readonly Float32Array[] | undefined;
  /**
   * Embeds these tools and remembers their vectors.
   * @throws what the embedder throws, or RangeError where its vectors are of the wrong number or length.
   */
  embed(tools: readonly Tool[], signal?: AbortSignal): Promise<void>;
}

const memory = new WeakMap<Embedder, ToolVectors>();

/** The vectors by this embedder: one memory for each embedder object in the process. */
export function toolVectorsOf(embedder: Embedder): ToolVectors {
  let vectors = memory.get(embedder);
  if (vectors === undefined) {
    vectors = createToolVectors(embedder);
    memory.set(embedder, vectors);
  }
  return vectors;
}

function createToolVectors(embedder: Embedder): ToolVectors {
  const known = new WeakMap<Tool, Float32Array>();
  return {
    embedder,
    has: (tool) => known.has(tool),
    all: (tools) => {
      const vectors: Float32Array[] = [];
      for (const tool of tools) {
        const vector = known.get(tool);
        if (vector === undefined) return undefined;
        vectors.push(vector);
      }
      return vectors;
    },
    embed: async (tools, signal) => {
      const options = signal === undefined ? {} : { signal };
      const vectors = await embedder.embed(tools.map(toolEmbeddingText), 'document', options);
      if (vectors.length !== tools.length) {
        throw new RangeError(`Embedder ${embedder.id} gave ${vectors.length} vectors for ${tools.length} texts.`);
      }
      for (const [position, tool] of tools.entries()) {
        const vector = vectors[position]!;
        checkDimensions(vector, embedder);
        known.set(tool, vector);
      }
    },
  };
}

/** @throws RangeError where a vector is not as long as its embedder says. */
export function checkDimensions(vector: Float32Array, { id, dimensions }: Embedder): void {
  if (vector.length === dimensions) return;
  throw new RangeError(`Embedder ${id} gave a vector of ${vector.length} dimensions, not ${dimensions}.`);
}
