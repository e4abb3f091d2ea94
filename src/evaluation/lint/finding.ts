/** How much it matters: what may do harm; what makes tools hard to find or to tell apart; what is good to know. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type LintCheck =
  | 'instructions-to-model'
  | 'hidden-characters'
  | 'lookalike-letters'
  | 'speaks-of-other-tools'
  | 'near-duplicates'
  | 'confusable'
  | 'same-name'
  | 'missing-description'
  | 'description-repeats-name'
  | 'stuffed-description'
  | 'stuffed-arguments'
  | 'long-description'
  | 'long-name'
  | 'repeated-name'
  | 'schema'
  | 'schema-provider';

/** How a tool would be shown instead, as the section `overrides` of a configuration has it. */
export interface SuggestedOverride {
  readonly name?: string;
  readonly description?: string;
}

/** One thing that makes tools dangerous, hard to find or hard to tell apart. Plain JSON; fields are only ever added. */
export interface LintFinding {
  readonly check: LintCheck;
  readonly severity: Severity;
  /** Ids; the first one first in order of id, but for `confusable`: the tools that are not found, and last what is found instead. */
  readonly tools: readonly string[];
  readonly message: string;
  /** Where tools are confused: what each has that the others lack. */
  readonly differs?: readonly string[];
  /** The first words that each description could begin with. */
  readonly firstWords?: readonly string[];
  /** The text that was found, made visible and cut. */
  readonly quote?: string;
  readonly suggestion: string;
  /** By `server/tool`: an edit of the configuration, never of somebody's server. */
  readonly overrides?: Readonly<Record<string, SuggestedOverride>>;
}

const SUGGESTIONS: Readonly<Record<LintCheck, string>> = {
  'instructions-to-model': 'Read the whole text, and do not use this server unless you know why it says so.',
  'hidden-characters': 'Look at the source of this text: a reader cannot see what a model was to read.',
  'lookalike-letters': 'Look at who offers this tool: a reader takes the word for another one.',
  'speaks-of-other-tools': 'Take the sentence out with an override: a tool has no say in how others are used.',
  'near-duplicates': 'Put the difference into the first words of each description.',
  confusable: 'Say in its first words what only this tool does.',
  'same-name': 'Give one of them another name with an override, or offer one of them only.',
  'missing-description': 'Say in one sentence what the tool does; it is found by its name and arguments only.',
  'description-repeats-name':
    'Say what the tool does in other words than its name: those are what requests are made of.',
  'stuffed-description': 'Say once what the tool does; repeated words do not bring it up.',
  'stuffed-arguments': 'Say of each argument what it takes; a text that fits all of them says nothing of any.',
  'long-description': 'Say what the tool does first and leave manuals to documents.',
  'long-name': 'Give it a shorter name with an override: models are shown a cut one with a hash.',
  'repeated-name': 'Give each tool of a server a name of its own.',
  schema: 'Mend the schema at its source.',
  'schema-provider': 'Nothing to do behind Toolscout, which converts it; clients without it may see the tool refused.',
};

/** A finding with the suggestion of its check. */
export function finding(
  check: LintCheck,
  severity: Severity,
  tools: readonly string[],
  message: string,
  more: Partial<Omit<LintFinding, 'check' | 'severity' | 'tools' | 'message'>> = {},
): LintFinding {
  return { check, severity, tools, message, suggestion: SUGGESTIONS[check], ...more };
}
