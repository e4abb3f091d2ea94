import { type JSX, useEffect, useState } from 'react';
import type { Overview, ServerHealth, TokensSaved } from '../../../src/gateway/dashboard-api/types.ts';
import { Columns } from '../charts/columns.tsx';
import { ShareBar } from '../charts/share-bar.tsx';
import { linkTo } from '../data/route.ts';
import { useData } from '../data/use-data.ts';
import { count, duration, moment, percent, plural } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, PageHead, Shown } from '../parts/states.tsx';

type Range = 'hour' | 'day';

const MODES = { bridge: 'behind a bridge of three tools', tools: 'listed one by one', code: 'through code mode' };
/** Columns go on although nothing happens. */
const REFRESH_MS = 30_000;

export function OverviewPage(): JSX.Element {
  const [range, setRange] = useState<Range>('hour');
  const loaded = useData<Overview>(`overview?range=${range}`, ['tools', 'servers', 'activity', 'approvals'], true);
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <>
      <PageHead title="Overview" about={loaded.data && <About of={loaded.data} />} />
      <Shown of={loaded}>{(overview) => <Board overview={overview} range={range} onRange={setRange} />}</Shown>
    </>
  );
}

function About({ of: { gateway } }: { readonly of: Overview }): JSX.Element {
  return (
    <>
      {gateway.name} {gateway.version}, running since {moment(gateway.startedAt)}; tools are shown {MODES[gateway.mode]}
      .
    </>
  );
}

function Board({
  overview: { servers, tools, tokens, activity, approvals },
  range,
  onRange,
}: {
  readonly overview: Overview;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
}): JSX.Element {
  const { totals, spans } = activity;
  const ready = servers.filter(({ state }) => state === 'ready').length;
  return (
    <div className="board">
      <dl className="figures">
        <div>
          <dt>Tools</dt>
          <dd>
            <a href={linkTo('catalog')}>{count(tools)}</a>
          </dd>
          <dd className="quiet">
            from {ready} of {plural(servers.length, 'server')}
          </dd>
        </div>
        <div>
          <dt>Saved per request</dt>
          <dd>{percent(savedShare(tokens))}</dd>
          <dd className="quiet">{plural(Math.max(0, tokens.direct - tokens.shown), 'token')}</dd>
        </div>
        <div>
          <dt>Searches</dt>
          <dd>{count(totals.searches)}</dd>
          <dd className="quiet">since the start</dd>
        </div>
        <div>
          <dt>Calls</dt>
          <dd>{count(totals.calls)}</dd>
          <dd className="quiet">
            {totals.failedCalls === 0 ? 'all went well' : `${count(totals.failedCalls)} without success`}
          </dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>
            <a href={linkTo('approvals')}>{count(approvals)}</a>
          </dd>
          <dd className="quiet">for consent</dd>
        </div>
      </dl>

      <section className="card span-2" aria-labelledby="activity">
        <div className="card-head">
          <h2 id="activity">Activity</h2>
          <fieldset className="segments">
            <legend className="unseen">Time shown</legend>
            {(['hour', 'day'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="range" checked={range === one} onChange={() => onRange(one)} />
                <span>{one === 'hour' ? '1 hour' : '24 hours'}</span>
              </label>
            ))}
          </fieldset>
        </div>
        <Columns
          label={range === 'hour' ? 'The last hour' : 'The last 24 hours'}
          at={spans.map(({ at }) => at)}
          series={[
            { name: 'Searches', tone: 'one', values: spans.map(({ searches }) => searches) },
            { name: 'Descriptions', tone: 'two', values: spans.map(({ describes }) => describes) },
            { name: 'Calls', tone: 'three', values: spans.map(({ calls }) => calls) },
          ]}
        />
      </section>

      <section className="card" aria-labelledby="verdicts">
        <h2 id="verdicts">How searches ended</h2>
        {totals.searches === 0 ? (
          <Empty title="No searches yet">
            <p>
              Try one in the <a href={linkTo('playground')}>playground</a>; those of clients are counted here.
            </p>
          </Empty>
        ) : (
          <ShareBar
            label="Searches by verdict"
            shares={(['exact', 'confident', 'ambiguous', 'none', 'failed'] as const)
              .map((name) => ({ name, tone: name, value: totals.verdicts[name] ?? 0 }))
              .filter(({ name, value }) => value > 0 || name !== 'failed')}
          />
        )}
      </section>

      <section className="card" aria-labelledby="tokens">
        <h2 id="tokens">Tokens before the first word</h2>
        <Tokens of={tokens} />
      </section>

      <section className="card span-2" aria-labelledby="servers">
        <h2 id="servers">Servers</h2>
        <Servers of={servers} />
      </section>
    </div>
  );
}

function savedShare({ direct, shown }: TokensSaved): number {
  return direct === 0 ? 0 : Math.max(0, 1 - shown / direct);
}

function Tokens({ of: tokens }: { readonly of: TokensSaved }): JSX.Element {
  const { direct, shown, exact } = tokens;
  const most = Math.max(direct, shown, 1);
  return (
    <>
      <dl className="meters">
        {(
          [
            ['All tools listed', direct, 'idle'],
            ['With this gateway', shown, 'one'],
          ] as const
        ).map(([name, value, tone]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="4" />
                <rect className={`fill-${tone}`} width={Math.max(0.6, (value / most) * 100)} height="4" />
              </svg>
              <b>{count(value)}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        Names, descriptions and schemas that each request to a model carries, {exact ? 'counted' : 'estimated'}.
      </p>
    </>
  );
}

function Servers({ of: servers }: { readonly of: readonly ServerHealth[] }): JSX.Element {
  // What somebody has to look after comes first.
  const inOrder = [...servers].sort((a, b) => Number(a.state === 'ready') - Number(b.state === 'ready'));
  if (servers.length === 0) {
    return (
      <Empty title="No server is configured">
        <p>Add one under “mcpServers” in toolscout.json; this page notices by itself.</p>
      </Empty>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must be able to get here
    <section className="scroll-x" tabIndex={0} aria-label="Servers">
      <DataTable
        heads={[
          { title: 'Server' },
          { title: 'State' },
          { title: 'Tools', number: true },
          { title: 'Restarts', number: true },
          { title: 'Since' },
          { title: 'Version' },
        ]}
      >
        {inOrder.map((server) => (
          <ServerRow key={server.name} server={server} />
        ))}
      </DataTable>
    </section>
  );
}

function ServerRow({ server }: { readonly server: ServerHealth }): JSX.Element {
  const { name, state, reason, tools, cached, version, since, restarts, stderrTail, kind } = server;
  return (
    <>
      <tr>
        <th scope="row">
          <a href={linkTo('catalog', { server: name })}>{name}</a>
          {kind === 'openapi' && <span className="quiet"> HTTP API</span>}
        </th>
        <td>
          <Badge word={state} />
          {cached === true && <span className="quiet"> list of the last run</span>}
        </td>
        <td className="number">{count(tools)}</td>
        <td className="number">{count(restarts)}</td>
        <td title={moment(since)}>{since === 0 ? '' : duration(Math.max(0, Date.now() - since))}</td>
        <td className="quiet">{version ?? ''}</td>
      </tr>
      {reason !== undefined && (
        <tr className="row-note">
          <td colSpan={6}>
            {reason}
            {stderrTail !== undefined && (
              <details>
                <summary>What it wrote to stderr</summary>
                <pre>{stderrTail}</pre>
              </details>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
