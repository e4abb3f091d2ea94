import type { JSX } from 'react';
import type { SessionList, SessionRow, SessionTrace, TraceEvent } from '../../../src/gateway/dashboard-api/types.ts';
import { withParameters } from '../data/api.ts';
import { linkTo, setParameters, useRoute } from '../data/route.ts';
import { useData } from '../data/use-data.ts';
import { clock, count, duration, moment, plural } from '../data/words.ts';
import { Badge, ToolName } from '../parts/badge.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, PageHead, Shown } from '../parts/states.tsx';

/** What sessions did lately, call by call, under the tools' real names. */
export function SessionsPage(): JSX.Element {
  const loaded = useData<SessionList>('sessions', ['activity']);
  const { session } = useRoute().parameters;
  return (
    <>
      <PageHead
        title="Sessions"
        about={
          loaded.data &&
          (loaded.data.content
            ? 'Texts of requests and arguments are kept, as telemetry.content says.'
            : 'Texts of requests and arguments are not kept; telemetry.content would keep them.')
        }
      />
      <Shown of={loaded}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No session has done anything yet">
              <p>As soon as a client lists, searches or calls, it shows up here.</p>
            </Empty>
          ) : (
            <div className="sessions">
              <SessionTable sessions={sessions} open={session} />
              {session === undefined ? (
                <Empty title="Choose a session to see what it did" />
              ) : (
                <Trace key={session} session={session} />
              )}
            </div>
          )
        }
      </Shown>
    </>
  );
}

function SessionTable({
  sessions,
  open,
}: {
  readonly sessions: readonly SessionRow[];
  readonly open: string | undefined;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must be able to get here
    <section className="card scroll-x session-list" tabIndex={0} aria-label="Sessions">
      <DataTable
        heads={[
          { title: 'Session' },
          { title: 'Last' },
          { title: 'Searches', number: true },
          { title: 'Calls', number: true },
          { title: 'Final tool' },
        ]}
      >
        {sessions.map(({ session, to, searches, withoutHit, calls, refused, finalTool, finalOutcome }) => (
          <tr key={session} className={session === open ? 'chosen' : ''}>
            <th scope="row">
              <a href={linkTo('sessions', { session })} aria-current={session === open ? 'true' : undefined}>
                {session}
              </a>
            </th>
            <td>{moment(to)}</td>
            <td className="number">
              {count(searches)}
              {withoutHit > 0 && <span className="quiet"> ({count(withoutHit)} empty)</span>}
            </td>
            <td className="number">
              {count(calls)}
              {refused > 0 && <span className="quiet"> ({count(refused)} refused)</span>}
            </td>
            <td>
              {finalTool !== undefined && <ToolName id={finalTool} />}{' '}
              {finalOutcome !== undefined && <Badge word={finalOutcome} />}
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function Trace({ session }: { readonly session: string }): JSX.Element {
  const loaded = useData<SessionTrace>(withParameters('session', { id: session }), ['activity']);
  return (
    <section className="card" aria-labelledby="trace">
      <div className="card-head">
        <h2 id="trace">{session}</h2>
        <button
          type="button"
          className="plain"
          aria-label="Close"
          onClick={() => setParameters({ session: undefined })}
        >
          ✕
        </button>
      </div>
      <Shown of={loaded}>
        {({ events }) => (
          <>
            <p className="quiet">
              {plural(events.length, 'event')}
              {events.length > 0 && `, ${moment(events[0]!.at)} to ${moment(events.at(-1)!.at)}`}
            </p>
            <ol className="trace">
              {events.map((event) => (
                <Step key={keyOf(event)} event={event} />
              ))}
            </ol>
          </>
        )}
      </Shown>
    </section>
  );
}

/** Of one kind, a session does nothing twice at the same moment that reads alike. */
function keyOf({ at, type, callId = '', outcome, note, tools }: TraceEvent): string {
  return [at, type, callId, outcome, note, tools.join()].join(' ');
}

const KINDS: Readonly<Record<TraceEvent['type'], string>> = {
  assembly: 'shown',
  search: 'search',
  describe: 'describe',
  call: 'call',
  policy: 'policy',
  approval: 'consent',
};
/** Tools of a search that are named; the rest is counted. */
const MAX_NAMED = 5;

function Step({ event }: { readonly event: TraceEvent }): JSX.Element {
  const { at, type, outcome, tools, ms, code, entrance, text, note } = event;
  return (
    <li className={`step step-${type}`}>
      <time dateTime={new Date(at).toISOString()}>{clock(at, true)}</time>
      <span className="step-kind">{KINDS[type]}</span>
      <div className="step-what">
        <p>
          <Badge word={outcome} />
          {text !== undefined && <span className="step-text mono">{text}</span>}
          {code !== undefined && <span className="mark mark-bad">{code}</span>}
        </p>
        {tools.length > 0 && (
          <p className="step-tools">
            {tools.slice(0, MAX_NAMED).map((id) => (
              <a key={id} className="step-tool" href={linkTo('catalog', { tool: id })}>
                <ToolName id={id} />
              </a>
            ))}
            {tools.length > MAX_NAMED && <span className="quiet">and {tools.length - MAX_NAMED} more</span>}
          </p>
        )}
        <p className="quiet">
          {[ms === undefined ? '' : duration(ms), entrance ?? '', note].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
    </li>
  );
}
