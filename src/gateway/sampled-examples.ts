import type { Server } from '@modelcontextprotocol/server';
import { errorMessage } from '../errors.ts';
import {
  appendDraft,
  DEFAULT_LANGUAGES,
  draftPath,
  type EnrichTask,
  type ExampleFile,
  planEnrichment,
  readExampleFile,
  writeExamples,
} from '../sources/index.ts';
import type { Tool } from '../tools/index.ts';
import type { Logger } from './log.ts';
import { canSample, createSamplingModel } from './sampling-model.ts';

export interface SampledExamplesOptions {
  /** The examples file, absolute; drafts go beside it. */
  readonly file: string;
  /** Resolves when the tools are there. */
  readonly settled: () => Promise<void>;
  readonly log: Logger;
}

/** Told of each client that has initialized, with what it may see. */
export type ClientListener = (server: Server, tools: () => readonly Tool[]) => void;

/** A person may have to agree to each one. What is left waits for the next start. */
const MAX_TOOLS_PER_START = 20;

/**
 * Has clients that lend their model write example requests for tools that have none, one at a time, as drafts: nothing
 * is indexed before somebody has looked at it with `toolscout enrich --drafts-only`. A client is asked only about tools
 * that it may see itself, and no more once it has declined.
 */
export class SampledExamples {
  readonly #options: SampledExamplesOptions;
  readonly #stop = new AbortController();
  #left = MAX_TOOLS_PER_START;
  #work: Promise<void> | undefined;

  constructor(options: SampledExamplesOptions) {
    this.#options = options;
  }

  /** Asks the client, unless another one is being asked already. Resolves when that is over; never rejects. */
  offer(server: Server, tools: () => readonly Tool[]): Promise<void> {
    if (this.#work !== undefined || this.#left === 0 || !canSample(server)) return Promise.resolve();
    this.#work = this.#ask(server, tools)
      .catch((error: unknown) => {
        const { log } = this.#options;
        if (!this.#stop.signal.aborted) log.warn({ err: error }, `examples by sampling: ${errorMessage(error)}`);
      })
      .finally(() => {
        this.#work = undefined;
      });
    return this.#work;
  }

  /** Gives up what is under way; what was drafted is kept. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the gateway ends'));
    await this.#work;
  }

  async #ask(server: Server, tools: () => readonly Tool[]): Promise<void> {
    const { file, settled, log } = this.#options;
    await settled();
    const tasks = this.#tasks(tools());
    if (tasks.length === 0) return;
    const model = createSamplingModel(server);
    const drafts = draftPath(file);
    log.info({ tools: tasks.length, model: model.id }, 'asking the client’s model for example requests');
    await writeExamples({
      model,
      tasks,
      concurrency: 1,
      signal: this.#stop.signal,
      onOutcome: ({ tool, line, refused }) => {
        this.#left--;
        if (line !== undefined) appendDraft(drafts, line);
        if (refused.length > 0) log.warn({ tool, refused }, 'examples by sampling: not all could be used');
      },
    });
    log.info({ drafts }, 'example requests are drafted; look at them with "toolscout enrich --drafts-only"');
  }

  #tasks(tools: readonly Tool[]): readonly EnrichTask[] {
    const file = readExampleFile(this.#options.file);
    const drafts = readExampleFile(draftPath(this.#options.file), { lastWins: true });
    const bare = tools.map((tool) => withoutFile(tool, file));
    return planEnrichment({ tools: bare, counts: DEFAULT_LANGUAGES, file, drafts }).tasks.slice(0, this.#left);
  }
}

/** The tool with the examples it has from elsewhere only, so that those of a changed tool are written anew. */
function withoutFile(tool: Tool, file: ExampleFile): Tool {
  const written = file.examples(tool.id);
  if (written === undefined) return tool;
  return { ...tool, examples: tool.examples.filter((one) => !written.includes(one)) };
}
