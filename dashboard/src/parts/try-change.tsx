import { type JSX, useState } from 'react';
import type { PlaygroundAnswer } from '../../../src/gateway/dashboard-api/types.ts';
import { postJson, RequestError } from '../data/api.ts';
import { askForKey } from '../data/sign-in.ts';
import { count } from '../data/words.ts';
import { Badge } from './badge.tsx';
import { Problem } from './states.tsx';

type Explanation = PlaygroundAnswer['explanation'];
type Tool = NonNullable<NonNullable<Explanation['expected']>['tool']>;

const KINDS = {
  example: { label: 'One more example request', hint: 'what somebody would ask for' },
  'first-words': { label: 'First words of its description', hint: 'On staging: restart a service.' },
  description: { label: 'Another description', hint: 'what the tool is for' },
} as const;
type Kind = keyof typeof KINDS;

interface Trial {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
  readonly rank: number | null;
  readonly verdict: string;
}

/** Searches once more as if the tool were described otherwise; nothing is changed by it. */
export function TryChange({ of: explanation, tool }: { readonly of: Explanation; readonly tool: Tool }): JSX.Element {
  const { query, limit } = explanation;
  const [kind, setKind] = useState<Kind>('example');
  const [text, setText] = useState(query);
  const [trials, setTrials] = useState<readonly Trial[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError>();
  const choose = (next: Kind): void => {
    setKind(next);
    setText({ example: query, 'first-words': '', description: tool.description }[next]);
  };
  const attempt = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const change = { kind, text: text.trim() };
      const answer = await postJson<PlaygroundAnswer>('search', { query, limit, expect: tool.id, change });
      const own = answer.explanation.expected?.changes.find((one) => one.kind === 'own');
      if (own?.verdict === undefined) throw new RequestError('Changes cannot be tried on what is served here.', 0);
      const { rank = null, verdict } = own;
      setTrials((before) => [{ id: before.length, ...change, rank, verdict }, ...before]);
    } catch (thrown) {
      const told = thrown instanceof RequestError ? thrown : new RequestError(String(thrown), 0);
      if (told.status === 401) askForKey();
      setError(told);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h3>Try a change</h3>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt();
        }}
      >
        <label className="field">
          <span>Change</span>
          <select value={kind} onChange={(event) => choose(event.target.value as Kind)}>
            {Object.entries(KINDS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="field grow">
          <span>Words</span>
          <input
            type="text"
            value={text}
            placeholder={KINDS[kind].hint}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="submit" disabled={busy || text.trim() === ''}>
          Try
        </button>
      </form>
      {error !== undefined && <Problem error={error} />}
      <div aria-live="polite" aria-busy={busy}>
        {trials.length > 0 && (
          <ol className="changes trials" reversed>
            {trials.map((trial) => (
              <li key={trial.id}>
                <b>{trial.rank === null ? 'not ranked' : `rank ${count(trial.rank)}`}</b> <Badge word={trial.verdict} />{' '}
                <span className="quiet">
                  {KINDS[trial.kind].label.toLowerCase()}: <q>{trial.text}</q>
                </span>
                {trial.kind !== 'example' && <pre>{override(tool, trial)}</pre>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

/** What makes the change lasting, in one's own configuration. */
function override({ server, originalName, description }: Tool, { kind, text }: Trial): string {
  const words = kind === 'description' ? text : `${text} ${description}`;
  return JSON.stringify({ overrides: { [`${server}/${originalName}`]: { description: words } } }, undefined, 1);
}
