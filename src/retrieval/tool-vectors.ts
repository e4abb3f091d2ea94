import type { Embedder, EmbeddingRole, EmbedOptions } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import { EXAMPLE_TEXT_WEIGHT, EXAMPLE_VECTOR_WEIGHT } from './constants.ts';
import { exampleEmbeddingText, requestEmbeddingText, toolEmbeddingText } from './embedding-text.ts';

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
   * Embeds these tools and remembers their vectors. What somebody else has under way is waited for instead: sessions
   * with different rights hold the same tools and begin at the same moment.
   * @throws what the embedder throws, or RangeError where its vectors are of the wrong number or length.
   */
  embed(tools: readonly Tool[], options?: EmbedToolsOptions): Promise<void>;
  /**
   * Remembers the vectors of these tools, their examples read together, that the embedder keeps from before. Each tool is
   * asked for once.
   * @throws what the embedder throws.
   */
  recall(tools: readonly Tool[], signal?: AbortSignal): Promise<void>;
}

/** Examples a call to an embedder: enough to be efficient, few enough for the limits of hosted ones. */
const BATCH_SIZE = 96;
/** Texts a look at what an embedder keeps: a few milliseconds. */
const RECALL_SIZE = 1_000;

export interface EmbedToolsOptions extends EmbedOptions {
  /**
   * Let their example requests count, too: `each` as a request, about five times the texts where there are any, or
   * `together` as one text more. Everybody who shares an embedder asks for the same.
   */
  readonly examples?: 'each' | 'together';
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
  const recalled = new WeakSet<Tool>();
  const underWay = new Map<Tool, Promise<void>>();
  const embedOwn = async (tools: readonly Tool[], options: EmbedToolsOptions | undefined): Promise<void> => {
    const vectors = await embedTools(embedder, tools, options);
    for (const [position, tool] of tools.entries()) known.set(tool, vectors[position]!);
  };
  const embed = async (tools: readonly Tool[], options?: EmbedToolsOptions): Promise<void> => {
    const others = tools.filter((tool) => underWay.has(tool));
    const awaited = others.map((tool) => underWay.get(tool)!);
    const mine = tools.filter((tool) => !underWay.has(tool));
    if (mine.length > 0) {
      const work = embedOwn(mine, options).finally(() => {
        for (const tool of mine) underWay.delete(tool);
      });
      for (const tool of mine) underWay.set(tool, work);
      await work;
    }
    await Promise.allSettled(awaited);
    // Theirs may have failed, or been given up by whoever asked for it.
    const lost = others.filter((tool) => !known.has(tool));
    if (lost.length > 0) await embed(lost, options);
  };
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
    recall: async (tools, signal) => {
      if (embedder.recall === undefined) return;
      const unknown = tools.filter((tool) => !known.has(tool) && !recalled.has(tool));
      for (let start = 0; start < unknown.length && signal?.aborted !== true; start += RECALL_SIZE) {
        const step = unknown.slice(start, start + RECALL_SIZE);
        const vectors = await embedder.recall(step.map(toolEmbeddingText));
        const asked = await ofExampled(step, (texts) => embedder.recall!(texts));
        for (const [position, tool] of step.entries()) {
          recalled.add(tool);
          const own = vectors[position];
          const examples = asked.get(tool);
          if (own === undefined || (asked.has(tool) && examples === undefined)) continue;
          for (const vector of [own, examples]) if (vector !== undefined) checkDimensions(vector, embedder);
          known.set(tool, withExampleText(own, examples));
        }
      }
    },
    embed,
  };
}

/**
 * The vectors of these tools, in their order, remembered by nobody.
 * @throws what the embedder throws, or RangeError where its vectors are of the wrong number or length.
 */
export async function embedTools(
  embedder: Embedder,
  tools: readonly Tool[],
  { examples: how, ...options }: EmbedToolsOptions = {},
): Promise<readonly Float32Array[]> {
  const vectors = await embedAll(embedder, tools.map(toolEmbeddingText), 'document', options);
  if (how === undefined) return vectors;
  if (how === 'together') {
    const asked = await ofExampled(tools, (texts) => embedAll(embedder, texts, 'document', options));
    return tools.map((tool, position) => withExampleText(vectors[position]!, asked.get(tool)));
  }
  const requests = tools.flatMap((tool) => tool.examples.map(requestEmbeddingText));
  const asked: Float32Array[] = [];
  for (let start = 0; start < requests.length; start += BATCH_SIZE) {
    const batch = requests.slice(start, start + BATCH_SIZE);
    asked.push(...(await embedAll(embedder, batch, 'query', { ...options, keep: true })));
  }
  let at = 0;
  return tools.map((tool, position) => {
    const examples = asked.slice(at, at + tool.examples.length);
    at += examples.length;
    return withExamples(vectors[position]!, examples, EXAMPLE_VECTOR_WEIGHT);
  });
}

/** What comes of the texts of these tools' examples, for each tool that has any. */
async function ofExampled<Vector>(
  tools: readonly Tool[],
  look: (texts: readonly string[]) => Promise<readonly Vector[]>,
): Promise<ReadonlyMap<Tool, Vector>> {
  const exampled = tools.filter(({ examples }) => examples.length > 0);
  if (exampled.length === 0) return new Map();
  const found = await look(exampled.map(exampleEmbeddingText));
  return new Map(exampled.map((tool, position) => [tool, found[position]!]));
}

function withExampleText(own: Float32Array, examples: Float32Array | undefined): Float32Array {
  return withExamples(own, examples === undefined ? [] : [examples], EXAMPLE_TEXT_WEIGHT);
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  role: EmbeddingRole,
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, role, options);
  if (vectors.length !== texts.length) {
    throw new RangeError(`Embedder ${embedder.id} gave ${vectors.length} vectors for ${texts.length} texts.`);
  }
  for (const vector of vectors) checkDimensions(vector, embedder);
  return vectors;
}

/**
 * One vector for what a tool says of itself and what it is asked for: its own vector and the mean of its examples', of
 * unit length. Found better than the best of several vectors, at no cost to a search (`benchmarks/README.md`).
 */
function withExamples(own: Float32Array, examples: readonly Float32Array[], ofAll: number): Float32Array {
  if (examples.length === 0) return own;
  const sum = Float32Array.from(own);
  const weight = ofAll / examples.length;
  for (const example of examples) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + weight * example[i]!;
  const length = Math.sqrt(sum.reduce((total, component) => total + component * component, 0));
  return length === 0 ? sum : sum.map((component) => component / length);
}

/** @throws RangeError where a vector is not as long as its embedder says. */
export function checkDimensions(vector: Float32Array, { id, dimensions }: Embedder): void {
  if (vector.length === dimensions) return;
  throw new RangeError(`Embedder ${id} gave a vector of ${vector.length} dimensions, not ${dimensions}.`);
}
