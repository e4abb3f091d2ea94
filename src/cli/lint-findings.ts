import type { DuplicateGroup } from '../retrieval/index.ts';
import type { Catalog, ToolWarning } from '../tools/index.ts';
import { count } from './layout.ts';

/** One thing that makes tools harder to find or to tell apart. */
export interface LintFinding {
  readonly check:
    | 'near-duplicates'
    | 'hidden-characters'
    | 'missing-description'
    | 'long-description'
    | 'repeated-name'
    | 'schema';
  /** Ids; the first one first in order of id. */
  readonly tools: readonly string[];
  readonly message: string;
  /** Of near-duplicates: what each has that the others lack. */
  readonly differs?: readonly string[];
  readonly suggestion: string;
}

/** Longest description, in characters, that is no reason to ask for a shorter one; a search answer shows 200. */
const LONG_DESCRIPTION = 1_000;

const CHECKS: Readonly<Partial<Record<ToolWarning['code'], LintFinding['check']>>> = {
  HIDDEN_CHARACTERS: 'hidden-characters',
  NAME_DUPLICATE: 'repeated-name',
  NAME_MISSING: 'repeated-name',
  SCHEMA_UNUSABLE: 'schema',
  OUTPUT_SCHEMA_IGNORED: 'schema',
};

const SUGGESTIONS: Readonly<Record<LintFinding['check'], string>> = {
  'near-duplicates': 'Put the difference into the first words of each description.',
  'hidden-characters': 'Look at the source of this text: a reader cannot see what a model was to read.',
  'missing-description': 'Say in one sentence what the tool does; it is found by its name and arguments only.',
  'long-description': 'Say what the tool does first and leave manuals to documents.',
  'repeated-name': 'Give each tool of a server a name of its own.',
  schema: 'Mend the schema at its source.',
};

/** What is worth mending in a catalog, near-duplicates first. Tools that their first words tell apart are no finding. */
export function lintFindings(catalog: Catalog, groups: readonly DuplicateGroup[]): readonly LintFinding[] {
  return [...groups.flatMap(fromGroup), ...fromWarnings(catalog.warnings), ...fromDescriptions(catalog)];
}

function fromGroup({ tools, suggestion }: DuplicateGroup): LintFinding[] {
  if (suggestion === 'none') return [];
  const merge = suggestion === 'merge';
  return [
    {
      check: 'near-duplicates',
      tools: tools.map(({ tool }) => tool.id),
      message: merge
        ? `${tools.length} tools do the same under one name.`
        : `${tools.length} tools read alike before they differ.`,
      differs: tools.map(({ differs }) => differs),
      suggestion: merge ? 'Offer one of them only.' : SUGGESTIONS['near-duplicates'],
    },
  ];
}

function fromWarnings(warnings: readonly ToolWarning[]): LintFinding[] {
  return warnings.flatMap(({ tool, code, message }): LintFinding[] => {
    const check = CHECKS[code];
    return check === undefined ? [] : [{ check, tools: [tool], message, suggestion: SUGGESTIONS[check] }];
  });
}

function fromDescriptions({ tools }: Catalog): LintFinding[] {
  return tools.flatMap((tool): LintFinding[] => {
    const { length } = tool.description;
    if (length > 0 && length <= LONG_DESCRIPTION) return [];
    const check = length === 0 ? 'missing-description' : 'long-description';
    const message =
      length === 0
        ? `${tool.id} has no description.`
        : `The description of ${tool.id} has ${count(length)} characters.`;
    return [{ check, tools: [tool.id], message, suggestion: SUGGESTIONS[check] }];
  });
}
