import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, SourceKind, Tool } from '../../tools/index.ts';
import { toPromptText } from '../foreign-text.ts';
import { MAX_ENTRY_DESCRIPTION, MAX_SERVER_LABEL } from './constants.ts';
import { firstSentence } from './first-sentence.ts';

/** The hidden tools of one source, in the order of the catalog. */
export interface Section {
  /** `github (26)`; safe to stand in a prompt. */
  readonly header: string;
  readonly tools: readonly Tool[];
}

/** Sections in code-unit order of source name and kind: where a tool is added, no other section moves. */
export function toSections(catalog: Pick<Catalog, 'tools'>, isListed: (tool: Tool) => boolean): readonly Section[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of catalog.tools) {
    if (tool.directOnly || !isListed(tool)) continue;
    const key = `${tool.source.name}\u0000${tool.source.kind}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tool]);
    else group.push(tool);
  }
  return [...groups.keys()].sort().map((key) => {
    const tools = groups.get(key)!;
    return { header: headerOf(tools[0]!, tools.length), tools };
  });
}

function headerOf({ source }: Tool, count: number): string {
  const label = toPromptText(source.name, MAX_SERVER_LABEL);
  const kind = KIND_WORDS[source.kind];
  return `${label === '' ? (kind ?? 'unnamed') : kind === undefined ? label : `${label}, ${kind}`} (${count})`;
}

/** MCP servers and OpenAPI services are what a reader takes a name for; the others say what they are. */
const KIND_WORDS: Readonly<Partial<Record<SourceKind, string>>> = {
  core: 'built in',
  plugin: 'plugin',
  client: 'client',
};

/** One tool as it stands in the directory, with what that costs in tokens. */
export interface Entry {
  /** `github__list_issues, ` in a row of names. */
  readonly nameTokens: number;
  /** `- github__list_issues "List issues of a repository"`, on a line of its own. */
  readonly line: string;
  readonly lineTokens: number;
}

/** Reads and counts each tool once per encoding, however often directories are built. */
export function entryOf(tool: Tool, counter: TokenCounter): Entry {
  let known = memory.get(counter.encoding);
  if (known === undefined) {
    known = new WeakMap();
    memory.set(counter.encoding, known);
  }
  let entry = known.get(tool);
  if (entry === undefined) {
    const description = oneLine(tool);
    const line = description === '' ? `- ${tool.name}` : `- ${tool.name} "${description}"`;
    entry = {
      nameTokens: counter.countTokens(`${tool.name}, `).tokens,
      line,
      lineTokens: counter.countTokens(`${line}\n`).tokens,
    };
    known.set(tool, entry);
  }
  return entry;
}

/** Keyed by encoding, of which a process knows two. */
const memory = new Map<string, WeakMap<Tool, Entry>>();

function oneLine(tool: Tool): string {
  const text = firstSentence(tool.description === '' ? (tool.title ?? '') : tool.description);
  // The full stop would cost a token in every line.
  return toPromptText(text, MAX_ENTRY_DESCRIPTION).replace(/[.。]$/u, '');
}
