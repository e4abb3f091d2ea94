import { compileFilter, filterTags, readFilter } from '../../engine/index.ts';
import { type Tool, type ToolAnnotations, type ToolSource, type ToolTags, toolId } from '../../tools/index.ts';
import { compileGlob, matchesAllFrom, mayMatchFrom } from './glob.ts';
import type { PolicyRule, ToolRule } from './rules.ts';

/** A rule, ready to be asked. */
export interface CompiledRule {
  /** The rule as it was written, for explanations. */
  readonly text: string;
  matches(tool: Tool): boolean;
  /** May it match a tool of this source, which has these tags at least, that is not known yet? */
  mayMatchSource(source: ToolSource, tags: ToolTags): boolean;
  /** Does it match every tool that this source, which has these tags, could have? */
  matchesWholeSource(source: ToolSource, tags: ToolTags): boolean;
  /** Tags that its filter names. */
  readonly tags: readonly string[];
}

/** Prepares one rule. */
export function compileRule(rule: PolicyRule, effect: Effect): CompiledRule {
  const written: ToolRule = typeof rule === 'string' ? { id: rule } : rule;
  const { source, annotations, tags } = written;
  const spell = spellingFor(effect);
  const id = written.id === undefined ? undefined : spell(written.id);
  const conditions: ((tool: Tool) => boolean)[] = [];
  if (id !== undefined) conditions.push(matchesReference(id, effect));
  if (source !== undefined) conditions.push((tool) => tool.source.kind === source);
  const ofServer = written.server === undefined ? undefined : compileGlob(spell(written.server));
  const isServer = (name: string) => ofServer === undefined || ofServer(spell(name));
  if (ofServer !== undefined) conditions.push((tool) => isServer(tool.source.name));
  if (annotations !== undefined) conditions.push((tool) => hasAnnotations(tool.annotations, annotations));
  const filter = tags === undefined ? undefined : readFilter(tags);
  const passes = filter === undefined ? () => true : compileFilter(filter);
  if (filter !== undefined) conditions.push((tool) => passes(tool.tags));
  const isSource = ({ kind, name }: ToolSource) => (source === undefined || source === kind) && isServer(name);
  return {
    text: typeof rule === 'string' ? rule : JSON.stringify(rule),
    matches: (tool) => conditions.every((holds) => holds(tool)),
    mayMatchSource: (from, known) =>
      isSource(from) &&
      passes(known) &&
      (id === undefined || spellings(from).some((start) => mayMatchFrom(id, spell(start)))),
    matchesWholeSource: (from, known) =>
      isSource(from) &&
      annotations === undefined &&
      passes(known) &&
      (id === undefined || spellings(from).some((start) => matchesAllFrom(id, spell(start)))),
    tags: filter === undefined ? [] : filterTags(filter),
  };
}

/** Is there a tool that the rule is about? One that is about none is most often mistyped. */
export function isAboutSome(rule: PolicyRule, effect: Effect, tools: readonly Tool[]): boolean {
  const { matches } = compileRule(rule, effect);
  return tools.some(matches);
}

/** How references to tools of a source start: as an id, and as people write them. */
function spellings(source: ToolSource): readonly string[] {
  return [toolId(source, ''), `${source.name}/`];
}

/**
 * How names are compared. What looks the same and is written with other code points, as systems differ about accents, is
 * the same to a rule that holds back; to one that lets pass it is another.
 */
export function spellingFor(effect: Effect): (text: string) => string {
  return effect === 'deny' ? (text) => text.normalize('NFC') : (text) => text;
}

/** Whom a rule serves. */
export type Effect = 'allow' | 'deny';

/**
 * Under which names a rule knows a tool. "delete_repo" is meant to keep it from running, on whatever server; allowed by
 * its bare name, it could come from any.
 */
export function referencesOf({ id, name, originalName, source }: Tool, effect: Effect): readonly string[] {
  const references = [id, `${source.name}/${originalName}`];
  return effect === 'allow' ? references : [...references, originalName, name];
}

function matchesReference(glob: string, effect: Effect): (tool: Tool) => boolean {
  const matches = compileGlob(glob);
  const spell = spellingFor(effect);
  return (tool) => referencesOf(tool, effect).some((reference) => matches(spell(reference)));
}

/** What MCP says of a tool that says nothing: it may change things, destroy, and reach beyond this machine. */
const DEFAULT_HINTS: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

function hasAnnotations(given: ToolAnnotations | undefined, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([hint, value]) => hintOf(given, hint) === value);
}

function hintOf(given: ToolAnnotations | undefined, hint: string): unknown {
  const value = given !== undefined && Object.hasOwn(given, hint) ? given[hint] : undefined;
  if (!Object.hasOwn(DEFAULT_HINTS, hint)) return value;
  if (typeof value === 'boolean') return value;
  // A tool that only reads destroys nothing, said or unsaid.
  if (hint === 'destructiveHint' && hintOf(given, 'readOnlyHint') === true) return false;
  return DEFAULT_HINTS[hint];
}
