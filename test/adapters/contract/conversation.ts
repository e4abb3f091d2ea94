import type { ToolAccess } from '../../../src/adapters/anthropic/index.ts';

/** What the model does in one turn, whatever the adapter: look for a tool, or run one. */
export type Act =
  | { readonly id: string; readonly search: string }
  | { readonly id: string; readonly tool: string; readonly arguments: unknown };

/** One request and what became of the model's answer to it. */
export interface Step {
  /** Names of the tools that the model has the definitions of. */
  readonly names: readonly string[];
  /** What the provider would refuse. */
  readonly problems: readonly string[];
  /** The tools as they are sent. */
  readonly bytes: string;
  readonly answers: readonly StepAnswer[];
}

export interface StepAnswer {
  readonly id: string;
  readonly text: string;
}

/** A conversation through an adapter, with the history in the form that its framework has. */
export interface Conversation {
  /** Sends the history; the model answers with these acts, which are run and answered. */
  step(...acts: readonly Act[]): Promise<Step>;
  /** Puts a summary in the place of the history. */
  compact(): void;
}

export interface Adapter {
  readonly name: string;
  /** Found tools are run through the bridge: the next request need not hold them. */
  readonly bridged: boolean;
  start(access: ToolAccess): Promise<Conversation>;
}
