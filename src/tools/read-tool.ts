import { contentHash } from '../shared/hash.ts';
import { isDeeperThan, isObject } from '../shared/json.ts';
import type { Tool, ToolAnnotations, ToolDefinition, ToolEntry, ToolTags, ToolWarning } from './definition.ts';
import { readExamples } from './examples.ts';
import { type KnownSchema, type KnownSchemas, MAX_DEFINITION_DEPTH } from './known-schemas.ts';
import { preferredName, toolId } from './names.ts';
import { sanitizeText, singleLine } from './sanitize.ts';
import { readInputSchema, readOutputSchema } from './schema/index.ts';

/** Longest description kept. Some servers ship whole manuals; what is cut is marked and reported. */
export const MAX_DESCRIPTION_LENGTH = 16_000;
const MAX_TITLE_LENGTH = 200;
/** Longest original name accepted. Protocol names are far shorter; a longer one is an attack or an accident. */
const MAX_ORIGINAL_NAME_LENGTH = 1_000;

/**
 * Reads one entry into a {@link Tool}. Never throws on what a server may send: a missing or broken part becomes an
 * empty or open one and is reported in `warnings`. Returns undefined only when there is no usable name.
 *
 * Pure in the entry's parts, and remembered per definition object, so that assembling the same definitions again
 * costs a look-up. Definitions must therefore not be mutated once handed in; sources freeze them.
 */
export function readTool(entry: ToolEntry): Tool | undefined {
  const known = memory.get(entry.definition);
  const match = known?.find((one) => sameEntry(one.entry, entry));
  if (match !== undefined) return match.tool;
  const tool = readPassingTool(entry);
  const item: Remembered = { entry, tool };
  if (known === undefined) memory.set(entry.definition, [item]);
  else known.push(item);
  return tool;
}

interface Remembered {
  readonly entry: ToolEntry;
  readonly tool: Tool | undefined;
}

const memory = new WeakMap<ToolDefinition, Remembered[]>();

function sameEntry(a: ToolEntry, b: ToolEntry): boolean {
  return (
    a === b ||
    (a.source.kind === b.source.kind &&
      a.source.name === b.source.name &&
      a.kind === b.kind &&
      a.id === b.id &&
      a.alias === b.alias &&
      a.tags === b.tags &&
      a.catalogMode === b.catalogMode &&
      a.examples === b.examples)
  );
}

/** {@link readTool} without remembering: for tools that pass by once. */
export function readPassingTool(entry: ToolEntry): Tool | undefined {
  return readPassingEntry(entry)?.tool;
}

/** A tool with parts of it as `JSON.stringify` writes them, for those who store it: its hash is made of that already. */
export interface PassingTool {
  readonly tool: Tool;
  readonly definitionJson: string;
  readonly tagsJson: string;
}

/**
 * {@link readPassingTool} for tools on their way into an index.
 * @param schemas where many of them come, and their schemas may be the same objects
 */
export function readPassingEntry(entry: ToolEntry, schemas?: KnownSchemas): PassingTool | undefined {
  const { source } = entry;
  const known = isObject(entry.definition.inputSchema) ? schemas?.of(entry.definition.inputSchema) : undefined;
  const { definition, dropped } = withoutDeepMembers(entry.definition, known);
  const originalName: unknown = definition.name;
  if (typeof originalName !== 'string' || originalName === '' || originalName.length > MAX_ORIGINAL_NAME_LENGTH) {
    return undefined;
  }
  const warnings: ToolWarning[] = [];
  const id = entry.id ?? toolId(source, originalName);
  const warn = (code: ToolWarning['code'], message: string) => warnings.push({ tool: id, code, message });

  if (dropped.length > 0) {
    warn(
      'SCHEMA_UNUSABLE',
      `${dropped.join(', ')} of ${id} nested more than ${MAX_DEFINITION_DEPTH} levels deep and was left out.`,
    );
  }
  const text = (value: unknown, maxLength: number, what: string): string => {
    const result = sanitizeText(value, maxLength);
    if (result.hidden > 0) {
      warn('HIDDEN_CHARACTERS', `${what} of ${id} held ${result.hidden} hidden character(s); they were removed.`);
    }
    if (result.cut) warn('TEXT_CUT', `${what} of ${id} was cut at ${maxLength} characters.`);
    return result.text;
  };

  const annotations = isObject(definition.annotations) ? (definition.annotations as ToolAnnotations) : undefined;
  const title = singleLine(text(definition.title ?? annotations?.title, MAX_TITLE_LENGTH, 'Title'));
  const description = text(definition.description, MAX_DESCRIPTION_LENGTH, 'Description').trim();

  const input = known?.reading ?? readInputSchema(definition.inputSchema);
  for (const repair of input.repairs) warn('SCHEMA_REPAIRED', `Input schema of ${id}: ${repair}.`);
  const output = readOutputSchema(definition.outputSchema);
  if (output.problem !== undefined) warn('OUTPUT_SCHEMA_IGNORED', `Output schema of ${id}: ${output.problem}.`);

  const { examples, hidden } = readExamples(entry);
  if (hidden > 0) {
    warn('HIDDEN_CHARACTERS', `Examples of ${id} held ${hidden} hidden character(s); they were removed.`);
  }
  const tags = entry.tags ?? NO_TAGS;
  const kind = entry.kind ?? 'tool';
  const directOnly = entry.catalogMode === 'direct-only';

  const definitionJson = jsonOf(definition, known);
  const tagsJson = JSON.stringify(tags);
  const tool: Tool = {
    id,
    name: preferredName(source, entry.alias ?? originalName),
    source,
    kind,
    originalName,
    title: title === '' ? undefined : title,
    description,
    inputSchema: input.schema,
    wrapped: input.wrapped === true,
    outputSchema: output.schema,
    annotations,
    tags,
    directOnly,
    examples,
    // Key order counts: sorting five megabytes of schemas costs more than re-reading the rare server that reorders.
    hash: contentHash(
      `[${listed(source.kind, source.name, kind, id, directOnly)},${definitionJson},${tagsJson},${listed(examples, ...aliasOf(entry))}]`,
    ),
    raw: definition,
    warnings,
  };
  return { tool, definitionJson, tagsJson };
}

/** Values as they stand in the JSON of a list. */
function listed(...values: readonly unknown[]): string {
  return JSON.stringify(values).slice(1, -1);
}

/** `JSON.stringify(definition)`. */
function jsonOf(definition: ToolDefinition, known: KnownSchema | undefined): string {
  if (known?.json === undefined || Object.keys(definition).at(-1) !== 'inputSchema') return JSON.stringify(definition);
  const { inputSchema, ...rest } = definition;
  return `${JSON.stringify(rest).slice(0, -1)},"inputSchema":${known.json}}`;
}

/** The definition itself where all of it can be walked. Sources refuse deeper ones; hosts give what they like. */
function withoutDeepMembers(
  definition: ToolDefinition,
  known: KnownSchema | undefined,
): {
  readonly definition: ToolDefinition;
  readonly dropped: readonly string[];
} {
  const dropped = Object.keys(definition).filter((key) =>
    key === 'inputSchema' && known !== undefined
      ? known.reading === undefined
      : isDeeperThan(definition[key], MAX_DEFINITION_DEPTH - 1),
  );
  if (dropped.length === 0) return { definition, dropped };
  const kept = Object.entries(definition).filter(([key]) => !dropped.includes(key));
  return { definition: Object.freeze(Object.fromEntries(kept) as unknown as ToolDefinition), dropped };
}

/** Hashes of tools without one are what they were before there were any. */
function aliasOf({ alias }: ToolEntry): readonly string[] {
  return alias === undefined ? [] : [alias];
}

const NO_TAGS: ToolTags = Object.freeze({});
