import { layersOf, type PolicyBook, type PolicyLayer, type ToolExecutor } from '../calling/index.ts';
import type { FilterExpression } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { CallerHost } from './http-callers.ts';
import { filterOfLayers } from './index-rights.ts';
import { createIndexSession, type ServedIndex } from './index-session.ts';
import type { GatewaySession, SessionOptions } from './session-view.ts';

export interface IndexCallersOptions {
  /** The part of the index that passes, as it is with each operation. */
  readonly part: (scope: FilterExpression | undefined) => () => ServedIndex;
  /** Tags that tools of the index carry at this moment. */
  readonly tagKeys: () => ReadonlySet<string>;
  /** The rules that hold for everybody who asks. */
  readonly book: PolicyBook;
  /** Runs the calls of one caller. */
  readonly executeFor?: (scope: SessionOptions) => ToolExecutor;
}

/** An index for many callers: each is served the part of it that its rights leave, and is told of nothing else. */
export function createIndexCallers({ part, tagKeys, book, executeFor }: IndexCallersOptions): CallerHost {
  const known = (): ReadonlySet<string> => new Set([...tagKeys(), ...(book.tags ?? [])]);
  const open = (layers: readonly PolicyLayer[], scope: SessionOptions): GatewaySession => {
    const execute = executeFor?.(scope);
    return createIndexSession({
      current: part(filterOfLayers(layers, known())),
      ...(execute === undefined ? {} : { execute }),
    });
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
