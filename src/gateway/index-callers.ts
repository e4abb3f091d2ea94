import {
  compilePolicy,
  layersOf,
  type PolicyBook,
  type PolicyLayer,
  type ResultOptions,
  type ToolExecutor,
} from '../calling/index.ts';
import { bridgeTools } from '../disclosure/index.ts';
import type { FilterExpression } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { UpstreamStatus } from '../sources/index.ts';
import type { CallerHost } from './http-callers.ts';
import type { IndexOperations } from './index-operations.ts';
import { filterOfLayers } from './index-rights.ts';
import { createIndexSession, type LiveIndex, type ServedIndex } from './index-session.ts';
import type { ObservedSession, SizedCatalog } from './observed-session.ts';
import type { SessionOptions } from './session-view.ts';
import type { SessionWatch } from './session-watch.ts';

/** A part of an index, as it is at one moment. */
export interface IndexPart extends ServedIndex {
  /** The first tools of it, more than the catalog holds, for people to leaf through. */
  leafed?(): SizedCatalog | Promise<SizedCatalog>;
  /** How many tools come from each of these servers; one without any may be left out. */
  sizesOf?(servers: readonly string[]): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}

export interface IndexCallersOptions {
  /** The part of the index that passes, as it is with each operation. */
  readonly part: (scope: FilterExpression | undefined) => LiveIndex<IndexPart>;
  /** Tags that tools of the index carry at this moment. */
  readonly tagKeys: () => ReadonlySet<string>;
  /** The rules that hold for everybody who asks. */
  readonly book: PolicyBook;
  /** Runs the calls of one caller. */
  readonly executeFor?: (scope: SessionOptions) => ToolExecutor;
  /** How much of a result a call brings at once, and where the rest is kept. */
  readonly results?: ResultOptions | undefined;
  /** The servers that run calls. Default: there are none. */
  readonly statuses?: () => readonly UpstreamStatus[];
  /** Remembers and tells what sessions do. Default: nobody does. */
  readonly watch?: SessionWatch | undefined;
  /** Counts what sessions do, and holds them to their limits. Default: nobody does. */
  readonly operations?: IndexOperations | undefined;
}

/** Who is served a part of an index, with what people may be shown of it. */
export interface IndexCallers extends CallerHost {
  own(): ObservedSession;
  session(options: SessionOptions, view?: string): ObservedSession;
}

/** An index for many callers: each is served the part of it that its rights leave, and is told of nothing else. */
export function createIndexCallers(options: IndexCallersOptions): IndexCallers {
  const { part, tagKeys, book, executeFor, statuses = () => [], watch, operations, results } = options;
  const known = (): ReadonlySet<string> => new Set([...tagKeys(), ...(book.tags ?? [])]);
  const open = (layers: readonly PolicyLayer[], scope: SessionOptions): ObservedSession => {
    const execute = executeFor?.(scope);
    const live = part(filterOfLayers(layers, known()));
    const read = async (): Promise<IndexPart> => (live.read === undefined ? live.current() : live.read());
    const policy = compilePolicy(layers);
    const session = createIndexSession({
      ...live,
      results,
      ...(execute === undefined ? {} : { execute }),
      caller: scope.caller,
      rights: policy.fingerprint,
      watch,
      operations,
    });
    return {
      ...session,
      caller: scope.caller,
      policy: () => policy,
      backend: () => live.current().backend,
      listed: () => bridgeTools(live.current().catalog, session.bridgeNames),
      leafed: async () => {
        const now = await read();
        return now.leafed?.() ?? now.catalog;
      },
      statuses: async () => {
        const all = statuses();
        if (all.length === 0) return [];
        const sizes = await (await read()).sizesOf?.(all.map(({ name }) => name));
        const counted = all.map((status) => ({ ...status, tools: sizes?.get(status.name) ?? 0 }));
        // A server is known by its tools: whoever may use none of them is not told of it.
        return policy.open ? counted : counted.filter(({ tools }) => tools > 0);
      },
    };
  };
  return {
    hasView: () => false,
    own: () => open([], {}),
    session: (scope, view) => {
      if (view !== undefined) {
        throw new ToolscoutError('CONFIG_INVALID', `An index has no views, so there is no "${view}".`, {
          next: 'Leave "views" out of the claims and keys for it.',
        });
      }
      const { rules } = scope;
      const own: PolicyLayer[] = rules === undefined ? [] : [{ kind: 'session', name: 'own rules', rules }];
      return open([...layersOf(book, scope), ...own], scope);
    },
  };
}
