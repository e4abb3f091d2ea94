import type { RE2JS } from 're2js';
import { ToolscoutError } from '../errors.ts';
import type { Tool } from '../tools/index.ts';

/** Tools that match a pattern: by name first, then by title or description; each part in order of id. */
export interface PatternMatches {
  readonly tools: readonly Tool[];
  /** How many of `tools`, from the front, match by name. */
  readonly byName: number;
  /** The work was bounded before every text was read; more tools may match. */
  readonly partial: boolean;
}

/** The length that Anthropic's regex variant of tool search takes. */
export const MAX_PATTERN_LENGTH = 200;
/** Compiled instructions; `a{1000}` has a thousand. Names and descriptions need some dozens. */
const MAX_PROGRAM_SIZE = 500;
/** Characters read of a description: what a tool does stands at its beginning. */
const MAX_TEXT_LENGTH = 500;
/**
 * Bound on characters times instructions, which is what the slowest matching costs (some 80 ns each; ordinary patterns
 * take a hundredth of that). Enough for 2,500 tools with any sensible pattern and for the names of 50,000.
 */
const MAX_WORK = 40_000_000;
/** Work after which other sessions get their turn. */
const WORK_SLICE = 1_000_000;

/**
 * Finds tools by regular expression in time linear in their texts, whatever the pattern (SPEC R9). Syntax is RE2's:
 * no look-around, no back-references. Letter case is ignored unless the pattern says `(?-i)`.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for a pattern that is too long, malformed or too large.
 */
export async function matchPattern(tools: readonly Tool[], pattern: string): Promise<PatternMatches> {
  const compiled = await compilePattern(pattern);
  const cost = compiled.programSize();
  let work = 0;
  let slice = 0;
  const matchesAny = async (texts: readonly string[]): Promise<boolean> => {
    for (const text of texts) {
      const price = (text.length + 1) * cost;
      work += price;
      slice += price;
      if (slice > WORK_SLICE) {
        slice = 0;
        await nextTurn();
      }
      if (compiled.test(text)) return true;
    }
    return false;
  };

  const byName: Tool[] = [];
  const others: Tool[] = [];
  for (const tool of tools) {
    if (work > MAX_WORK) return { tools: byName, byName: byName.length, partial: true };
    const names = new Set([tool.originalName, tool.name, tool.id]);
    if (await matchesAny([...names])) byName.push(tool);
    else others.push(tool);
  }
  const found = [...byName];
  for (const tool of others) {
    if (work > MAX_WORK) return { tools: found, byName: byName.length, partial: true };
    if (await matchesAny([tool.title ?? '', tool.description.slice(0, MAX_TEXT_LENGTH)])) found.push(tool);
  }
  return { tools: found, byName: byName.length, partial: false };
}

/** A pattern that somebody configured, for texts of any length. */
export interface TextPattern {
  /** Undefined where the text is too long to be looked at in reasonable time. */
  finds(text: string): boolean | undefined;
}

/** Those who configure a gateway may write longer patterns than models. */
const MAX_CONFIGURED_LENGTH = 2_000;
const MAX_CONFIGURED_SIZE = 5_000;

/**
 * Compiles a pattern in RE2 syntax that is looked for anywhere in a text, in letter case as written.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for a pattern that is too long, malformed or too large.
 */
export async function compileTextPattern(pattern: string): Promise<TextPattern> {
  const compiled = await compilePattern(pattern, {
    length: MAX_CONFIGURED_LENGTH,
    size: MAX_CONFIGURED_SIZE,
    anyCase: false,
  });
  const longest = MAX_WORK / compiled.programSize();
  return { finds: (text) => (text.length > longest ? undefined : compiled.test(text)) };
}

async function compilePattern(
  pattern: string,
  most = { length: MAX_PATTERN_LENGTH, size: MAX_PROGRAM_SIZE, anyCase: true },
): Promise<RE2JS> {
  if (pattern.length > most.length) {
    throw refused(pattern, `it has ${pattern.length} characters, and ${most.length} are the most`);
  }
  // Few sessions ever send a pattern, so the engine is loaded by the first one.
  const { RE2JS, RE2JSException, RE2JSSyntaxException } = await import('re2js');
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, most.anyCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw refused(pattern, error.getDescription().toLowerCase(), error);
    if (error instanceof RE2JSException) throw refused(pattern, error.message, error);
    throw error;
  }
  if (compiled.programSize() > most.size) throw refused(pattern, 'its repetitions are too many');
  return compiled;
}

function refused(pattern: string, why: string, cause?: unknown): ToolscoutError {
  const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  return new ToolscoutError('INVALID_ARGUMENTS', `The pattern /${shown}/ cannot be used: ${why}.`, {
    next: 'Send a shorter or simpler pattern in RE2 syntax (no look-around, no back-references), or plain words instead.',
    details: { path: '/query', expected: `RE2 pattern of at most ${MAX_PATTERN_LENGTH} characters` },
    cause,
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
