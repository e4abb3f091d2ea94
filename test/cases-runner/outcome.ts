import type { CodeAnswer } from '../../src/sandbox/index.ts';
import { isObject, own, textLeaves, toJson } from './json.ts';
import type { World } from './product/world.ts';

/** Why something did not go through. */
export interface Failure {
  /** A code of the product, or `FOREIGN` for an error that is none of its own. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A tool as an answer or a listing showed it. */
export interface SeenTool {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  /** Under which its server knows it. */
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A hit of a search. */
export interface SeenHit {
  readonly server: string;
  readonly tool: string;
  readonly name: string;
  readonly sure: string;
}

/** What an operation gave, without what the runner adds around it. */
export interface OpResult {
  /** What the caller sees: an answer, a tool's own result, an error in the form of the bridge. */
  readonly value: unknown;
  readonly failure?: Failure;
  /** What a person would read, where that is not the texts of the value. */
  readonly text?: string;
  /** Words of the caller, which an answer may repeat. */
  readonly said?: readonly string[];
  readonly children?: readonly Outcome[];
  /** All that a model reads of a snippet. */
  readonly answer?: CodeAnswer;
  /** The same answer for each schema target. */
  readonly facets?: Readonly<Record<string, readonly SeenTool[]>>;
  /** Tools that this operation listed. */
  readonly tools?: readonly SeenTool[];
  readonly hits?: readonly SeenHit[];
  readonly verdict?: string;
  /** How a process of ours ended. */
  readonly exit?: { readonly code: number | null; readonly signal: string | null; readonly alive: boolean };
  /** Lines of a protocol stream, or what a snippet's run wrote where there may be one. */
  readonly lines?: readonly string[];
  /** What the product cannot show yet; checks over this outcome cannot be evaluated. */
  readonly unmapped?: string;
  /** The world it happened in, where it is not the one of the case. */
  readonly world?: World;
}

/** What one step gave. */
export interface Outcome extends OpResult {
  /** `''` for the whole action, `0`, `0.1` for steps. */
  readonly path: string;
  readonly op: string;
  readonly label: string | undefined;
  readonly ms: number;
  readonly world: World;
  /** Arguments of a call, as given. */
  readonly given: unknown;
}

/** Refused, failed, or answered with `isError` by the tool itself: what a model takes for an error. */
export function isFailed(outcome: Outcome): boolean {
  return outcome.failure !== undefined || own(outcome.value, 'isError') === true;
}

/** The steps at the bottom, in order. */
export function leavesOf(outcome: Outcome): readonly Outcome[] {
  const { children } = outcome;
  return children === undefined ? [outcome] : children.flatMap(leavesOf);
}

/** All forms in which a text can stand in an output: as JSON, and each text for itself. */
export function renderingsOf(value: unknown): readonly string[] {
  return [toJson(value), ...textLeaves(value)];
}

/** The text blocks of tool results, or the text of anything else. */
export function textOf(outcome: Outcome): string {
  return leavesOf(outcome)
    .map((leaf) => leaf.text ?? textBlocks(leaf.value)?.join('') ?? plainText(leaf.value))
    .join('\n');
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}

/** Undefined where the value is no tool result. */
export function textBlocks(value: unknown): string[] | undefined {
  const content = own(value, 'content');
  if (!Array.isArray(content)) return undefined;
  return content.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []));
}
