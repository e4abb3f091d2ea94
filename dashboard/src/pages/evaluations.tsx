import { type JSX, useState } from 'react';
import type {
  EvaluationList,
  EvaluationRow,
  EvaluationSlice,
  Figure,
} from '../../../src/gateway/dashboard-api/types.ts';
import { useData } from '../data/use-data.ts';
import { count, moment, percent } from '../data/words.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Empty, PageHead, Shown } from '../parts/states.tsx';

/** Columns that are shown at first. */
const AT_FIRST = 3;

/** Reports of `toolscout eval --json`, side by side. */
export function EvaluationsPage(): JSX.Element {
  const loaded = useData<EvaluationList>('evaluations');
  return (
    <>
      <PageHead
        title="Evaluations"
        about="Reports of toolscout eval, side by side; the oldest is what the others are held against."
      />
      <Shown of={loaded}>
        {(list) => (list.reports.length === 0 ? <None list={list} /> : <Reports of={list.reports} />)}
      </Shown>
    </>
  );
}

function None({ list: { missing, folder } }: { readonly list: EvaluationList }): JSX.Element {
  if (missing === 'not-allowed') {
    return (
      <Empty title="These reports are not for this key">
        <p>A report counts the tools of the whole catalogue, so that it is shown to who may use all of it.</p>
      </Empty>
    );
  }
  if (missing === 'no-folder') {
    return (
      <Empty title="No folder of reports is configured">
        <p>
          Name one in toolscout.json: <code>{'{ "dashboard": { "reports": "reports" } }'}</code>, and write into it:
        </p>
        <pre>toolscout eval --set DIR --json &gt; reports/today.json</pre>
      </Empty>
    );
  }
  return (
    <Empty title="There is no report yet">
      <p>{folder} holds none. Write one:</p>
      <pre>toolscout eval --set DIR --json &gt; {folder}/today.json</pre>
    </Empty>
  );
}

function Reports({ of: reports }: { readonly of: readonly EvaluationRow[] }): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>(() => reports.slice(0, AT_FIRST).map(({ name }) => name));
  const [slice, setSlice] = useState('');
  // The oldest first: what came after is held against it.
  const columns = reports
    .filter(({ name }) => chosen.includes(name))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  const slices = [...new Set(columns.flatMap((report) => report.slices.map(({ name }) => name)))];
  const partOf = (report: EvaluationRow): EvaluationSlice | undefined =>
    slice === '' ? report : report.slices.find(({ name }) => name === slice);
  const figuresOf = (report: EvaluationRow): readonly Figure[] => partOf(report)?.figures ?? [];
  const names = [...new Set(columns.flatMap((report) => figuresOf(report).map(({ name }) => name)))];
  const toggle = (name: string): void =>
    setChosen((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name]));
  return (
    <>
      <div className="filters">
        <fieldset className="picks">
          <legend>Reports</legend>
          {reports.map(({ name, at }) => (
            <label key={name} className="pick">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
              <span>
                {name} <span className="quiet">{moment(at)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {slices.length > 0 && (
          <label className="field">
            <span>Part of the set</span>
            <select value={slice} onChange={(event) => setSlice(event.target.value)}>
              <option value="">All queries</option>
              {slices.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {columns.length === 0 ? (
        <Empty title="Choose a report" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must be able to get here
        <section className="card scroll-x" tabIndex={0} aria-label="Figures">
          <DataTable
            heads={[{ title: 'Figure' }, ...columns.map(({ name }) => ({ title: name, number: true }))]}
            className="compare"
          >
            <tr>
              <th scope="row">tools</th>
              {columns.map(({ name, tools }) => (
                <td key={name} className="number">
                  {count(tools)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">queries</th>
              {columns.map((report) => (
                <td key={report.name} className="number">
                  {count(partOf(report)?.queries ?? 0)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">that a tool serves</th>
              {columns.map((report) => {
                const answerable = partOf(report)?.answerable;
                return (
                  <td key={report.name} className="number">
                    {answerable === undefined ? '' : count(answerable)}
                  </td>
                );
              })}
            </tr>
            {names.map((name) => (
              <FigureRow
                key={name}
                name={name}
                columns={columns.map((report) => figuresOf(report).find((one) => one.name === name))}
              />
            ))}
          </DataTable>
        </section>
      )}
    </>
  );
}

function FigureRow({
  name,
  columns,
}: {
  readonly name: string;
  readonly columns: readonly (Figure | undefined)[];
}): JSX.Element {
  const [base] = columns;
  const isLess = /error|lost|latency/.test(name);
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((figure, position) => {
        const key = `${name} ${position}`;
        if (figure === undefined) return <td key={key} className="number quiet" />;
        const change = position === 0 || base === undefined ? 0 : figure.value - base.value;
        const isBetter = isLess ? change < 0 : change > 0;
        return (
          <td key={key} className="number">
            {figure.unit === 'share' && (
              <svg className="meter cell-meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className="track" width="100" height="4" />
                <rect className="fill-one" width={Math.min(1, Math.max(0, figure.value)) * 100} height="4" />
              </svg>
            )}
            {show(figure, figure.value)}
            {position > 0 && base !== undefined && (
              <span className={`change ${Math.abs(change) < 5e-4 ? 'same' : isBetter ? 'better' : 'worse'}`}>
                {Math.abs(change) < 5e-4 ? '=' : `${change > 0 ? '+' : '−'}${showChange(figure, Math.abs(change))}`}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function show({ unit }: Figure, value: number): string {
  return unit === 'share' ? percent(value) : `${value.toFixed(1)} ms`;
}

/** A difference of shares is told in points: a tenth more of a half is not ten per cent more. */
function showChange({ unit }: Figure, value: number): string {
  return unit === 'share' ? `${(value * 100).toFixed(1)} pt` : `${value.toFixed(1)} ms`;
}
