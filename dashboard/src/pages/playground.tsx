import { type JSX, useEffect, useRef, useState } from 'react';
import type { PlaygroundAnswer } from '../../../src/gateway/dashboard-api/types.ts';
import { postJson, RequestError } from '../data/api.ts';
import { setParameters, useRoute } from '../data/route.ts';
import { askForKey } from '../data/sign-in.ts';
import { Explained } from '../parts/explained.tsx';
import { Empty, Loading, PageHead, Problem } from '../parts/states.tsx';

/** A search as a model would make it, with every figure that it was decided on. */
export function PlaygroundPage(): JSX.Element {
  const { q = '', expect = '', limit = '5' } = useRoute().parameters;
  const [query, setQuery] = useState(q);
  const [expected, setExpected] = useState(expect);
  const [answer, setAnswer] = useState<PlaygroundAnswer>();
  const [error, setError] = useState<RequestError>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    setQuery(q);
    setExpected(expect);
  }, [q, expect]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, it may be answered otherwise
  useEffect(() => {
    if (q === '') {
      setAnswer(undefined);
      return undefined;
    }
    const over = new AbortController();
    setBusy(true);
    setError(undefined);
    postJson<PlaygroundAnswer>('search', { query: q, limit: Number(limit), expect }, over.signal)
      .then(setAnswer)
      .catch((thrown: unknown) => {
        if (over.signal.aborted) return;
        const told = thrown instanceof RequestError ? thrown : new RequestError(String(thrown), 0);
        if (told.status === 401) askForKey();
        setError(told);
        setAnswer(undefined);
      })
      .finally(() => {
        if (!over.signal.aborted) setBusy(false);
      });
    return () => over.abort();
  }, [q, expect, limit, turn]);
  return (
    <>
      <PageHead title="Playground" about="Search as a model would, and see why a tool was found or was not." />
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setParameters({ q: query.trim(), expect: expected.trim() });
          setTurn((one) => one + 1);
        }}
      >
        <label className="field grow">
          <span>Request</span>
          <input
            ref={field}
            type="search"
            value={query}
            placeholder="send a mail to the team"
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Expected tool</span>
          <input
            type="text"
            value={expected}
            placeholder="name or id, if any"
            spellCheck={false}
            onChange={(event) => setExpected(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Hits</span>
          <select value={limit} onChange={(event) => setParameters({ limit: event.target.value })}>
            {['1', '3', '5', '10', '20'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="primary" disabled={query.trim() === ''}>
          Search
        </button>
      </form>
      {error !== undefined && <Problem error={error} />}
      {answer === undefined && busy && <Loading what="Searching" />}
      {answer !== undefined && (
        <div aria-busy={busy} aria-live="polite">
          <Explained answer={answer} />
        </div>
      )}
      {answer === undefined && !busy && error === undefined && (
        <Empty title="Nothing asked yet">
          <p>
            Any language will do. Operators: <code>select:name</code>, <code>+must</code>, <code>server:name</code>,{' '}
            <code>/pattern/</code>. Searches made here are counted nowhere.
          </p>
        </Empty>
      )}
    </>
  );
}
