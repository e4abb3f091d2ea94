import { PROFILES, type ProfileId } from 'toolscout';
import { TARGET_ARGUMENTS } from './plugin.ts';
import type { ChatRequest, Script } from './provider.ts';

/** How models of a family write to the bridge, and where they read a name in its answer. */
interface Words {
  search(query: string): unknown;
  /** The name or id of the first hit. */
  firstHit(answer: never): string;
  describe(hit: string): unknown;
  call(hit: string, args: unknown): unknown;
}

const WORDS: Readonly<Record<ProfileId, Words>> = {
  toolscout: {
    search: (query) => ({ query }),
    firstHit: (answer: { hits: readonly [{ name: string }] }) => answer.hits[0].name,
    describe: (name) => ({ name }),
    call: (name, args) => ({ name, arguments: args }),
  },
  bridge: {
    search: (query) => ({ query, limit: 3 }),
    firstHit: (answer: { matches: readonly [{ name: string }] }) => answer.matches[0].name,
    describe: (name) => ({ name }),
    call: (name, args) => ({ name, arguments: args }),
  },
  'bridge-batch': {
    search: (query) => ({ queries: [query] }),
    firstHit: (answer: { results: readonly [{ matches: readonly [string] }] }) => answer.results[0].matches[0],
    describe: (name) => ({ names: [name] }),
    call: (name, args) => ({ calls: [{ name, arguments: args }] }),
  },
  mode: {
    search: (query) => ({ query }),
    firstHit: (answer: readonly [{ id: string }]) => answer[0].id,
    describe: (id) => ({ id }),
    call: (id, args) => ({ id, args }),
  },
  preselection: {
    search: (query) => ({ query, type: 'all', maxResults: 3 }),
    firstHit: (answer: { tools: readonly [{ name: string }] }) => answer.tools[0].name,
    describe: (name) => ({ name }),
    call: (name, args) => ({ name, arguments: args }),
  },
};

/** Calls a tool by its name, whether its schema is in the request or not. */
export function callDirectly(name: string): Script {
  return ({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: 'The ticket is open.' }
      : { calls: [{ name, arguments: TARGET_ARGUMENTS }] };
}

/** Goes through the bridge: searches, reads the description of the first hit, calls it. */
export function searchDescribeCall(profile: ProfileId): Script {
  const words = WORDS[profile];
  const { names } = PROFILES[profile];
  return (request) => {
    const results = resultsOf(request);
    const hit = () => words.firstHit(results[0] as never);
    if (results.length === 0) return { calls: [{ name: names.search, arguments: words.search('create a ticket') }] };
    if (results.length === 1) return { calls: [{ name: names.describe, arguments: words.describe(hit()) }] };
    if (results.length === 2) {
      return { calls: [{ name: names.call, arguments: words.call(hit(), TARGET_ARGUMENTS) }] };
    }
    return { text: 'The ticket is open.' };
  };
}

function resultsOf({ messages }: ChatRequest): readonly unknown[] {
  return messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(message.content)] : []));
}
