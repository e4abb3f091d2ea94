import { type JSX, useEffect, useRef } from 'react';
import type { ToolDetail } from '../../../src/gateway/dashboard-api/types.ts';
import { withParameters } from '../data/api.ts';
import { linkTo } from '../data/route.ts';
import { useData } from '../data/use-data.ts';
import { count, moment } from '../data/words.ts';
import { Badge } from './badge.tsx';
import { Shown } from './states.tsx';

/** Everything known of one tool, beside the list it was opened from. */
export function ToolPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const loaded = useData<ToolDetail>(withParameters('tool', { id }), ['tools', 'activity']);
  const head = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    head.current?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close.current();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside className="panel" aria-label="Tool">
      <div className="panel-head">
        <h2 ref={head} tabIndex={-1} className="mono">
          {loaded.data?.originalName ?? id}
        </h2>
        <button type="button" className="plain" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          ✕
        </button>
      </div>
      <Shown of={loaded}>{(tool) => <Detail tool={tool} />}</Shown>
    </aside>
  );
}

function Detail({ tool }: { readonly tool: ToolDetail }): JSX.Element {
  const { server, kind, name, originalName, calls, text, title, signature, examples, problems, recent } = tool;
  const tags = Object.entries(tool.tags);
  return (
    <div className="panel-body">
      <dl className="facts">
        <dt>Server</dt>
        <dd>
          {server} <span className="quiet">{kind}</span>
        </dd>
        {name !== originalName && (
          <>
            <dt>Shown as</dt>
            <dd className="mono">{name}</dd>
          </>
        )}
        <dt>Id</dt>
        <dd className="mono">{tool.id}</dd>
        <dt>Calls</dt>
        <dd>{count(calls)} since the start</dd>
        {tags.map(([key, values]) => (
          <TagRow key={key} name={key} values={values} />
        ))}
      </dl>
      {title !== undefined && <p className="strong">{title}</p>}
      {text === '' ? (
        <p className="missing">It has no description: only its name can be found.</p>
      ) : (
        <p className="text">{text}</p>
      )}
      <p>
        <a href={linkTo('playground', { expect: tool.id })}>Is it found? Try in the playground</a>
      </p>
      {problems.length > 0 && (
        <section>
          <h3>Notes</h3>
          <ul className="notes">
            {problems.map(({ code, message }) => (
              <li key={code + message}>
                <span className="mark mark-warn">{code.toLowerCase().replaceAll('_', ' ')}</span> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Signature</h3>
        <pre>{signature}</pre>
      </section>
      {examples.length > 0 && (
        <section>
          <h3>Example requests</h3>
          <ul>
            {examples.map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
        </section>
      )}
      <details>
        <summary>Input schema</summary>
        <pre>{JSON.stringify(tool.inputSchema, undefined, 2)}</pre>
      </details>
      {tool.outputSchema !== undefined && (
        <details>
          <summary>Output schema</summary>
          <pre>{JSON.stringify(tool.outputSchema, undefined, 2)}</pre>
        </details>
      )}
      {recent.length > 0 && (
        <section>
          <h3>Last calls</h3>
          <ul className="recent">
            {recent.map(({ at, session, outcome, type, note, callId }) => (
              <li key={`${at} ${callId} ${type}`}>
                <time>{moment(at)}</time> <Badge word={outcome} />{' '}
                <a href={linkTo('sessions', { session })}>{session}</a>
                {note !== '' && <span className="quiet"> {note}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function TagRow({ name, values }: { readonly name: string; readonly values: readonly string[] }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{values.join(', ')}</dd>
    </>
  );
}
