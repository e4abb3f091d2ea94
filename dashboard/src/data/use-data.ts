import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveTopic } from '../../../src/gateway/dashboard-api/types.ts';
import { getJson, RequestError } from './api.ts';
import { useLive } from './live.ts';
import { askForKey } from './sign-in.ts';

export interface Loaded<T> {
  /** The last answer, also while the next one is on its way. */
  readonly data: T | undefined;
  readonly error: RequestError | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/**
 * What the gateway answers under this path, asked for again when one of the topics changes. No path: nothing yet.
 * @param keep show the answer to another path until the one to this is there.
 */
export function useData<T>(path: string | undefined, topics: readonly LiveTopic[] = [], keep = false): Loaded<T> {
  const [state, setState] = useState<{ path?: string; data?: T; error?: RequestError }>({});
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const running = useRef(false);
  const again = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again
  useEffect(() => {
    if (path === undefined) return undefined;
    const over = new AbortController();
    running.current = true;
    setLoading(true);
    getJson<T>(path, over.signal)
      .then((data) => setState({ path, data }))
      .catch((error: unknown) => {
        if (over.signal.aborted) return;
        const told = error instanceof RequestError ? error : new RequestError(String(error), 0);
        if (told.status === 401) askForKey();
        setState((before) => ({ ...(before.path === path || keep ? before : {}), path, error: told }));
      })
      .finally(() => {
        if (over.signal.aborted) return;
        running.current = false;
        setLoading(false);
        if (again.current) setTurn((one) => one + 1);
        again.current = false;
      });
    return () => over.abort();
  }, [path, turn, keep]);
  const reload = useCallback(() => {
    // A request that runs may have been answered before the change: one more follows it, not one for each change.
    if (running.current) again.current = true;
    else setTurn((one) => one + 1);
  }, []);
  useLive(topics, reload);
  const isOwn = state.path === path;
  return { data: isOwn || keep ? state.data : undefined, error: isOwn ? state.error : undefined, loading, reload };
}
