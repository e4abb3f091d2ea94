/** Which provider holds the model to the schema while it writes the arguments. */
export type StrictTarget = 'openai-strict' | 'anthropic-strict';

/** What one provider's strict mode takes, as its documentation says it (docs/adapters.md names the pages). */
export interface StrictRules {
  /** Every member is required; what may be left out is nullable instead. */
  readonly allRequired: boolean;
  readonly recursion: boolean;
  readonly formats: ReadonlySet<string>;
  /** Bounds of numbers and lengths of lists. */
  readonly bounds: boolean;
  /** Objects within objects, the root included. */
  readonly depth: number;
  readonly properties: number;
  /** Members that may be left out, and places with several types, in one schema. */
  readonly optional: number;
  readonly unions: number;
  readonly enumValues: number;
  /** A listed text may come back with other capital letters. */
  readonly recases: boolean;
  /** Characters of names and fixed values together. */
  readonly characters: number;
  /** A list of more texts than `longEnum` has at most so many characters. */
  readonly longEnum: number;
  readonly longEnumCharacters: number;
}

const COMMON_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

export const STRICT_RULES: Readonly<Record<StrictTarget, StrictRules>> = {
  'openai-strict': {
    allRequired: true,
    recursion: true,
    formats: new Set(COMMON_FORMATS),
    bounds: true,
    depth: 10,
    properties: 5_000,
    optional: 0,
    unions: Number.POSITIVE_INFINITY,
    enumValues: 1_000,
    recases: false,
    characters: 120_000,
    longEnum: 250,
    longEnumCharacters: 15_000,
  },
  // It states no figures for depth and size; schemas that its compiler finds too complex are refused.
  'anthropic-strict': {
    allRequired: false,
    recursion: false,
    formats: new Set([...COMMON_FORMATS, 'uri']),
    bounds: false,
    depth: 10,
    properties: 1_000,
    optional: 24,
    unions: 16,
    enumValues: 1_000,
    // "Enum value casing" in https://platform.claude.com/docs/en/build-with-claude/structured-outputs
    recases: true,
    characters: 120_000,
    longEnum: 250,
    longEnumCharacters: 15_000,
  },
};
