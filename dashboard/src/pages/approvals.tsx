import { type JSX, useEffect, useState } from 'react';
import type { ApprovalDecided, ApprovalList, PendingApproval } from '../../../src/gateway/dashboard-api/types.ts';
import { postJson, RequestError } from '../data/api.ts';
import { linkTo } from '../data/route.ts';
import { useData } from '../data/use-data.ts';
import { duration, moment, plural } from '../data/words.ts';
import { Empty, PageHead, Problem, Shown } from '../parts/states.tsx';

/** Calls that wait until a person says yes or no. */
export function ApprovalsPage(): JSX.Element {
  const loaded = useData<ApprovalList>('approvals', ['approvals', 'activity']);
  const [said, setSaid] = useState('');
  const now = useNow();
  return (
    <>
      <PageHead
        title="Approvals"
        about="Calls that a rule holds until somebody consents. What is shown is what runs; nothing runs without a yes."
      />
      <p role="status" className={said === '' ? 'unseen' : 'said'}>
        {said}
      </p>
      <Shown of={loaded}>
        {({ pending, canDecide }) =>
          pending.length === 0 ? (
            <Empty title="Nothing waits for consent">
              <p>Calls show up here by themselves when a rule asks for consent.</p>
            </Empty>
          ) : (
            <>
              {!canDecide && (
                <p className="advice">You may look, but not decide: this key does not have the right “approve”.</p>
              )}
              <ul className="inbox" aria-label={`${plural(pending.length, 'call')} waiting`}>
                {pending.map((one) => (
                  <Waiting
                    key={one.id}
                    request={one}
                    now={now}
                    canDecide={canDecide}
                    onDecided={(text) => {
                      setSaid(text);
                      loaded.reload();
                    }}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </>
  );
}

function Waiting({
  request,
  now,
  canDecide,
  onDecided,
}: {
  readonly request: PendingApproval;
  readonly now: number;
  readonly canDecide: boolean;
  readonly onDecided: (text: string) => void;
}): JSX.Element {
  const { id, tool, name, server, description, reason, session, mayRemember, askedAt, expiresAt } = request;
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError>();
  const decide = async (approved: boolean, always = false): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const { decided } = await postJson<ApprovalDecided>('approvals', { id, approved, always, reason: why });
      const word = approved ? 'Approved' : 'Denied';
      onDecided(
        decided ? `${word}: ${server}/${name}.` : `${server}/${name} was decided already, or its time was over.`,
      );
    } catch (thrown) {
      setError(thrown instanceof RequestError ? thrown : new RequestError(String(thrown), 0));
      setBusy(false);
    }
  };
  return (
    <li className="card waiting" aria-label={`${server}/${name}`}>
      <div className="card-head">
        <h2 className="mono">
          <a href={linkTo('catalog', { tool })}>
            {server}/{name}
          </a>
        </h2>
        <p className="quiet">
          asked {moment(askedAt)}
          {session !== undefined && (
            <>
              {' by '}
              <a href={linkTo('sessions', { session })}>{session}</a>
            </>
          )}
          , {expiresAt > now ? `${duration(expiresAt - now)} left` : 'its time is over'}
        </p>
      </div>
      <p>{description}</p>
      <pre className="arguments">{request.arguments === '' ? 'no arguments' : request.arguments}</pre>
      <p>
        <span className="quiet">Why it is asked:</span> {reason}
      </p>
      {error !== undefined && <Problem error={error} />}
      {canDecide && (
        <div className="decide">
          <button type="button" className="primary" disabled={busy} onClick={() => void decide(true)}>
            Approve
          </button>
          {mayRemember && (
            <button type="button" disabled={busy} onClick={() => void decide(true, true)}>
              Approve for this session
            </button>
          )}
          <button type="button" disabled={busy} onClick={() => void decide(false)}>
            Deny
          </button>
          <label className="field grow">
            <span>Reason told to the model after a denial</span>
            <input type="text" value={why} onChange={(event) => setWhy(event.target.value)} />
          </label>
        </div>
      )}
    </li>
  );
}

/** The time, once a second, for what is left of a wait. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
