/** Which API a request is for. */
export type LintProvider = 'anthropic' | 'openai-responses' | 'openai-chat';

/** What a request is for. All kinds send the same history, so all have to send the same tools. */
export type RequestKind = 'turn' | 'compaction' | 'title' | 'retry';

/** A fault of a request, with the place it is at and what to do about it. */
export interface RequestFault {
  readonly code: FaultCode;
  /** `refused`: the provider answers an error. `harmful`: it takes the request, and something is lost by it. */
  readonly severity: 'refused' | 'harmful';
  /** Where in the request, as in `tools[3].cache_control`. */
  readonly path: string;
  readonly message: string;
  /** What to do, as one sentence. */
  readonly next: string;
  /** The page that documents the rule, or where the refusal is on record. */
  readonly source: string;
}

const CLAUDE = 'https://platform.claude.com/docs/en';
const OPENAI = 'https://developers.openai.com/api/docs';
const SEARCH = `${CLAUDE}/agents-and-tools/tool-use/tool-search-tool`;
const DEFINE = `${CLAUDE}/agents-and-tools/tool-use/define-tools`;
const RESULTS = `${CLAUDE}/agents-and-tools/tool-use/handle-tool-calls`;
const CACHING = `${CLAUDE}/build-with-claude/prompt-caching`;
const STRUCTURED = `${CLAUDE}/build-with-claude/structured-outputs`;
const MESSAGES = `${CLAUDE}/api/messages`;
const OPENAI_SEARCH = `${OPENAI}/guides/tools-tool-search`;
const OPENAI_CALLING = `${OPENAI}/guides/function-calling`;
const OPENAI_STRUCTURED = `${OPENAI}/guides/structured-outputs`;
const OPENAI_CHAT = `${OPENAI}/api-reference/chat/create`;

interface Rule {
  readonly severity: RequestFault['severity'];
  /** Providers that take what others refuse. */
  readonly harmfulAt?: LintProvider;
  readonly next: string;
  /** One page for each provider that has the rule. */
  readonly sources: { readonly [provider in LintProvider]?: string };
}

const refused = (next: string, sources: Rule['sources']): Rule => ({ severity: 'refused', next, sources });
const harmful = (next: string, sources: Rule['sources']): Rule => ({ severity: 'harmful', next, sources });

const PAIRS = { anthropic: RESULTS, 'openai-responses': OPENAI_CALLING, 'openai-chat': OPENAI_CALLING } as const;
const NAMES = { anthropic: DEFINE, 'openai-responses': OPENAI_CALLING, 'openai-chat': OPENAI_CHAT } as const;
const STRICT = {
  anthropic: STRUCTURED,
  'openai-responses': OPENAI_STRUCTURED,
  'openai-chat': OPENAI_STRUCTURED,
} as const;

/** The names of the rules. */
export type FaultCode =
  | 'all-deferred'
  | 'deferred-with-cache-control'
  | 'too-many-deferred'
  | 'undefined-reference'
  | 'deferral-without-search'
  | 'search-item-without-search'
  | 'two-searches'
  | 'namespace-twice'
  | 'namespace-without-description'
  | 'loaded-and-declared'
  | 'deferral-unknown'
  | 'name-twice'
  | 'bad-name'
  | 'too-many-tools'
  | 'too-many-cache-marks'
  | 'forced-tool-undeclared'
  | 'bad-schema'
  | 'strict-schema'
  | 'strict-unsaid'
  | 'strict-too-many-tools'
  | 'strict-too-many-optional'
  | 'strict-too-many-unions'
  | 'call-without-result'
  | 'result-without-call'
  | 'result-twice'
  | 'result-not-text'
  | 'result-misplaced'
  | 'call-id-twice'
  | 'server-call-answered'
  | 'bad-arguments'
  | 'empty-text'
  | 'first-message'
  | 'tools-changed'
  | 'tools-left-out';

/** Every rule of the linter. A test holds the documentation to this table. */
const RULES: Readonly<Record<FaultCode, Rule>> = {
  // Deferred tools and what refers to them.
  'all-deferred': refused('Leave at least one tool undeferred: the search tool, or a frequent one.', {
    anthropic: SEARCH,
  }),
  'deferred-with-cache-control': refused('Put cache_control on the last tool that is not deferred.', {
    anthropic: SEARCH,
  }),
  'too-many-deferred': refused('Send only what was found, by a search of your own that answers with references.', {
    anthropic: SEARCH,
  }),
  'undefined-reference': refused('Define the tool in tools, deferred; a stand-in will do for one that is gone.', {
    anthropic: SEARCH,
  }),
  'deferral-without-search': {
    ...refused('Add a search tool, or defer nothing.', { anthropic: SEARCH, 'openai-responses': OPENAI_SEARCH }),
    harmfulAt: 'anthropic',
  },
  'search-item-without-search': refused('Send the search tool with every request whose history holds a search.', {
    'openai-responses': OPENAI_SEARCH,
  }),
  'two-searches': refused('Send one search tool.', { 'openai-responses': OPENAI_SEARCH }),
  'namespace-twice': refused('Merge the tools of both into the one that stands first.', {
    'openai-responses': OPENAI_SEARCH,
  }),
  'namespace-without-description': refused('Describe the namespace: the model sees nothing else of it.', {
    'openai-responses': OPENAI_SEARCH,
  }),
  'loaded-and-declared': harmful('Leave out of a search output what the request shows anyhow.', {
    'openai-responses': OPENAI_SEARCH,
  }),
  'deferral-unknown': refused('Use the bridge: this API knows no deferred tools and no search.', {
    'openai-chat': OPENAI_CHAT,
  }),
  // Names and numbers.
  'name-twice': refused('Declare each name once.', NAMES),
  'bad-name': refused('Use letters, digits, _ and -, at most 64.', NAMES),
  'too-many-tools': refused('Hide tools behind the bridge.', { 'openai-chat': OPENAI_CHAT }),
  'too-many-cache-marks': refused('Keep at most four cache_control marks in a request.', { anthropic: CACHING }),
  'forced-tool-undeclared': refused('Declare the tool that tool_choice names.', NAMES),
  // Schemas.
  'bad-schema': refused('Convert the schema with convertSchema.', NAMES),
  'strict-schema': refused('Convert the schema for the strict dialect, or send the tool without strict.', STRICT),
  'strict-unsaid': harmful('Say strict: true or false: this API takes silence for true where it can.', {
    'openai-responses': OPENAI_CALLING,
  }),
  'strict-too-many-tools': refused('Ask for strict in at most 20 tools of a request.', { anthropic: STRUCTURED }),
  'strict-too-many-optional': refused('Keep at most 24 optional arguments over all strict tools.', {
    anthropic: STRUCTURED,
  }),
  'strict-too-many-unions': refused('Keep at most 16 places with several types over all strict tools.', {
    anthropic: STRUCTURED,
  }),
  // Calls and what answers them.
  'call-without-result': refused('Answer every call right after it; a call that did not run gets an error.', PAIRS),
  'result-without-call': refused('Drop the answer, or keep the call that it belongs to.', PAIRS),
  'result-not-text': refused('Put the result in words: this API takes only texts in one.', {
    'openai-chat': OPENAI_CHAT,
  }),
  'result-twice': refused('Answer each call once.', PAIRS),
  'result-misplaced': refused('Put the results first, texts after them.', { anthropic: RESULTS }),
  'call-id-twice': refused('Give each call an id of its own.', PAIRS),
  'server-call-answered': refused("Leave the provider's own calls alone: they bring their answer along.", {
    anthropic: SEARCH,
    'openai-responses': OPENAI_SEARCH,
  }),
  'bad-arguments': refused('Send arguments of a function as JSON text, of a search as an object.', {
    anthropic: RESULTS,
    'openai-responses': OPENAI_SEARCH,
    'openai-chat': OPENAI_CHAT,
  }),
  // Messages.
  'empty-text': refused('Leave out blocks without text.', { anthropic: MESSAGES }),
  'first-message': refused('Begin with a message of the user.', { anthropic: MESSAGES }),
  // What a cached prefix and a history need from request to request.
  'tools-changed': harmful('Send the tools of the turn, byte for byte, so that the cached prefix holds.', {
    anthropic: CACHING,
    'openai-responses': `${OPENAI}/guides/prompt-caching`,
    'openai-chat': `${OPENAI}/guides/prompt-caching`,
  }),
  'tools-left-out': harmful('Send the tools of the conversation, with tool_choice none where none may be called.', {
    anthropic: CACHING,
    'openai-responses': `${OPENAI}/guides/prompt-caching`,
    'openai-chat': `${OPENAI}/guides/prompt-caching`,
  }),
};

/** The names of all rules, for the documentation and for whoever counts faults. */
export const FAULT_CODES: readonly FaultCode[] = Object.keys(RULES) as FaultCode[];

/** Where a rule says what it found. */
export type Report = (code: FaultCode, path: string, message: string) => void;

/** Collects the faults of one request. */
export function faultsOf(provider: LintProvider, check: (report: Report) => void): readonly RequestFault[] {
  const faults: RequestFault[] = [];
  check((code, path, message) => {
    const { severity: usual, harmfulAt, next, sources } = RULES[code];
    const severity = harmfulAt === provider ? 'harmful' : usual;
    faults.push({ code, severity, path, message, next, source: sources[provider] ?? '' });
  });
  return faults;
}
