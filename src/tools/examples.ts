import { isObject, own } from '../shared/json.ts';
import type { ToolDefinition, ToolEntry } from './definition.ts';
import { sanitizeText, singleLine } from './sanitize.ts';

const MAX_EXAMPLES = 50;
const MAX_EXAMPLE_LENGTH = 500;
/** What a server may say in its own favour: less, so that no tool floods the index. */
const MAX_OWN_EXAMPLES = 12;
const MAX_OWN_LENGTH = 300;

/** Example requests, safe to show and without repetitions, and how many hidden characters were removed from them. */
export interface ReadExamples {
  readonly examples: readonly string[];
  readonly hidden: number;
}

/**
 * The example requests of an entry (from its catalogue, the configuration, a pack), then those that the definition
 * itself brings. There is no standard place for these; the ones in use are `_meta["toolscout/examples"]` (ours),
 * `_meta.examples`, `annotations.examples`, `examples` and `x-examples`. Only lists of texts are requests: objects
 * there, like `input_examples`, are arguments, and arguments are not what people ask for.
 */
export function readExamples(entry: ToolEntry): ReadExamples {
  const found = new Set<string>();
  let hidden = 0;
  const take = (texts: readonly unknown[], maxLength: number): void => {
    for (const text of texts) {
      const safe = sanitizeText(text, maxLength);
      hidden += safe.hidden;
      const line = singleLine(safe.text);
      if (line !== '') found.add(line);
    }
  };
  take((entry.examples ?? []).slice(0, MAX_EXAMPLES), MAX_EXAMPLE_LENGTH);
  take(ownExamples(entry.definition), MAX_OWN_LENGTH);
  return { examples: [...found].slice(0, MAX_EXAMPLES), hidden };
}

function ownExamples(definition: ToolDefinition): unknown[] {
  const meta = isObject(definition._meta) ? definition._meta : {};
  const annotations = isObject(definition.annotations) ? definition.annotations : {};
  return [
    own(meta, 'toolscout/examples'),
    own(meta, 'examples'),
    own(annotations, 'examples'),
    own(definition, 'examples'),
    own(definition, 'x-examples'),
  ]
    .flatMap((list) => (Array.isArray(list) ? list.slice(0, MAX_OWN_EXAMPLES) : []))
    .filter(isRequest)
    .slice(0, MAX_OWN_EXAMPLES);
}

/** A text, and none that holds serialised arguments. */
function isRequest(value: unknown): boolean {
  return typeof value === 'string' && !/^\s*[[{]/.test(value);
}
