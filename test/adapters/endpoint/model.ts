/** What a model has in its context, whichever API it came by. */
export interface Seen {
  /** Names of the tools whose definitions it has: visible ones, and those that a search has brought in. */
  readonly tools: ReadonlySet<string>;
  /** Name of the search that the provider runs by itself, and what it would find. */
  readonly providerSearch?: { readonly name: string; readonly find: (query: string) => readonly string[] };
  /** The search of the Responses API that the client runs. */
  readonly clientSearch?: true;
  /** All that was said and answered, as text. */
  readonly history: string;
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: object;
}

/** What the model says next. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
  /** A search that the provider runs before the calls. */
  readonly searched?: { readonly id: string; readonly query: string; readonly found: readonly string[] };
}

export type Model = (seen: Seen, turn: number) => Turn;

/** What a model is to do: one tool, found by a query. */
export interface Task {
  readonly tool: string;
  readonly query: string;
  readonly arguments: object;
  /** In the history once the tool has run. */
  readonly done: string;
}

/**
 * A model that does its tasks with whatever it has: a tool in its context, a search of any kind, or the bridge. It never
 * calls what it has not been shown, so what an adapter or a proxy keeps from it stays undone.
 */
export function taskModel(...tasks: readonly Task[]): Model {
  return (seen, turn) => {
    const probe = probeTurn(seen);
    if (probe !== undefined) return probe;
    const open = tasks.filter(({ done }) => !seen.history.includes(done));
    if (open.length === 0) return { text: 'Done.' };
    const calls: ModelCall[] = [];
    let searched: Turn['searched'];
    for (const [index, task] of open.entries()) {
      const id = `call_${turn}_${index}`;
      if (seen.tools.has(task.tool)) calls.push({ id, name: task.tool, arguments: task.arguments });
      else if (seen.tools.has('tool_call') && seen.history.includes(task.tool))
        calls.push({ id, name: 'tool_call', arguments: { name: task.tool, arguments: task.arguments } });
      else if (seen.providerSearch !== undefined && searched === undefined) {
        const found = seen.providerSearch.find(task.query);
        searched = { id: `srvtoolu_${turn}`, query: task.query, found };
        if (found.includes(task.tool)) calls.push({ id, name: task.tool, arguments: task.arguments });
      } else {
        const search = seen.clientSearch
          ? 'tool_search'
          : [...seen.tools].find((name) => name.startsWith('tool_search'));
        if (search !== undefined) calls.push({ id, name: search, arguments: { query: task.query } });
      }
    }
    if (calls.length === 0 && searched === undefined) return { text: 'I have no tool for that.' };
    return { calls, ...(searched === undefined ? {} : { searched }) };
  };
}

const PROBE = /toolscout_probe_\w+/g;

/** Does what a probe asks for: calls the first tool of those it names that is there. */
function probeTurn(seen: Seen): Turn | undefined {
  const asked = seen.history.slice(seen.history.lastIndexOf('Call exactly one tool'));
  const isSearch = seen.history.includes('with tool search, then call it');
  if (!isSearch && !asked.startsWith('Call exactly')) return undefined;
  if (isSearch && seen.providerSearch !== undefined) {
    const name = 'toolscout_probe_found';
    return {
      searched: { id: 'srvtoolu_probe', query: name, found: [name] },
      calls: [{ id: 'call_probe', name, arguments: {} }],
    };
  }
  const names = (isSearch ? seen.history : asked).match(PROBE) ?? [];
  const name = names.find((one) => seen.tools.has(one));
  return name === undefined ? { text: 'I have none.' } : { calls: [{ id: 'call_probe', name, arguments: {} }] };
}
