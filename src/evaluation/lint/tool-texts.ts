import { isObject } from '../../shared/json.ts';
import type { Tool } from '../../tools/index.ts';

/** One text that a model reads of a tool, as its server sent it. */
export interface ToolText {
  /** `description`, `/properties/path/description`. */
  readonly place: string;
  readonly text: string;
}

/** Deeper and longer than any schema that people write; a bound on what a server can make the check do. */
const MAX_DEPTH = 12;
const MAX_TEXTS = 2_000;

/** Everything that a server says of a tool in words: name, title, description, schemas, examples. */
export function toolTexts(tool: Tool): readonly ToolText[] {
  const { raw, examples } = tool;
  const texts: ToolText[] = [];
  const add = (place: string, text: unknown): void => {
    if (typeof text === 'string' && text !== '' && texts.length < MAX_TEXTS) texts.push({ place, text });
  };
  add('name', raw.name);
  add('title', raw.title);
  add('title', raw.annotations?.title);
  add('description', raw.description);
  for (const [place, schema] of [
    ['', raw.inputSchema],
    ['output', raw.outputSchema],
  ] as const)
    walk(schema, place, add, 0);
  for (const example of examples) add('examples', example);
  return texts;
}

function walk(node: unknown, place: string, add: (place: string, text: unknown) => void, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (typeof node === 'string') add(place, node);
  else if (Array.isArray(node))
    for (const [index, one] of node.entries()) walk(one, `${place}/${index}`, add, depth + 1);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (place.endsWith('/properties')) add(`${place}/${key}`, key);
      // Patterns and references are for programs.
      if (!SILENT.has(key)) walk(value, `${place}/${key}`, add, depth + 1);
    }
  }
}

const SILENT: ReadonlySet<string> = new Set(['$schema', '$ref', '$id', 'pattern', 'format', 'type', 'required']);
