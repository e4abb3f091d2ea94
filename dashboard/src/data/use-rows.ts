import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToolPage, ToolRow } from '../../../src/gateway/dashboard-api/types.ts';
import { getJson, RequestError, withParameters } from './api.ts';
import { useLive } from './live.ts';
import { askForKey } from './sign-in.ts';

const PAGE = 100;
/** Pages kept; those that were not looked at for longest are asked for again. */
const MAX_PAGES = 60;
/** A bar that is dragged passes hundreds of pages; only those where it rests are asked for. */
const REST_MS = 60;
/** Rows that are asked for before they come into sight. */
const AHEAD = PAGE / 2;
/** Rows in one step that are too many for a wheel. */
const LEAP = 20;

export interface Rows {
  readonly page: ToolPage | undefined;
  readonly error: RequestError | undefined;
  readonly rowAt: (index: number) => ToolRow | undefined;
  readonly onRange: (first: number, last: number) => void;
  readonly reload: () => void;
}

/** The rows of a table that is too long to be loaded, page by page as they come into sight. */
export function useRows(query: Readonly<Record<string, string | boolean>>): Rows {
  const key = JSON.stringify(query);
  const pages = useRef(new Map<number, readonly ToolRow[]>());
  const asked = useRef(new Set<number>());
  const range = useRef<readonly [number, number]>([0, 30]);
  const before = useRef(0);
  const total = useRef(Number.POSITIVE_INFINITY);
  const over = useRef(new AbortController());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [page, setPage] = useState<ToolPage>();
  const [error, setError] = useState<RequestError>();
  const [, setTurn] = useState(0);

  const load = useCallback(
    async (number: number): Promise<void> => {
      if (asked.current.has(number)) return;
      asked.current.add(number);
      const { signal } = over.current;
      try {
        const parameters = {
          ...(JSON.parse(key) as Record<string, string | boolean>),
          offset: number * PAGE,
          limit: PAGE,
        };
        const answer = await getJson<ToolPage>(withParameters('tools', parameters), signal);
        if (signal.aborted) return;
        pages.current.set(number, answer.rows);
        total.current = answer.total;
        if (pages.current.size > MAX_PAGES) {
          const [oldest] = pages.current.keys();
          pages.current.delete(oldest!);
          asked.current.delete(oldest!);
        }
        setPage(answer);
        setError(undefined);
        setTurn((one) => one + 1);
      } catch (thrown) {
        asked.current.delete(number);
        if (signal.aborted) return;
        const told = thrown instanceof RequestError ? thrown : new RequestError(String(thrown), 0);
        if (told.status === 401) askForKey();
        setError(told);
      }
    },
    [key],
  );
  const loadRange = useCallback((): void => {
    const [from, to] = range.current;
    const last = Math.min(to, total.current);
    for (let number = Math.floor(from / PAGE); number <= Math.floor(Math.max(from, last - 1) / PAGE); number++) {
      void load(number);
    }
  }, [load]);
  const begin = useCallback((): void => {
    over.current.abort();
    over.current = new AbortController();
    asked.current.clear();
    total.current = Number.POSITIVE_INFINITY;
    loadRange();
  }, [loadRange]);
  useEffect(() => {
    pages.current.clear();
    begin();
    return () => over.current.abort();
  }, [begin]);
  // What is shown stays until the new rows are there.
  useLive(['tools'], begin);

  const rowAt = (index: number): ToolRow | undefined => pages.current.get(Math.floor(index / PAGE))?.[index % PAGE];
  const onRange = useCallback(
    (first: number, last: number): void => {
      const moved = first - before.current;
      before.current = first;
      range.current = [moved < 0 ? Math.max(0, first - AHEAD) : first, moved > 0 ? last + AHEAD : last];
      clearTimeout(timer.current);
      if (Math.abs(moved) < LEAP) loadRange();
      else timer.current = setTimeout(loadRange, REST_MS);
    },
    [loadRange],
  );
  return { page, error, rowAt, onRange, reload: begin };
}
