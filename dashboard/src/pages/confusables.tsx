import { type JSX, useEffect, useRef } from 'react';
import type { Confusables } from '../../../src/gateway/dashboard-api/types.ts';
import { ToolMap } from '../charts/tool-map.tsx';
import { linkTo, setParameters, useRoute } from '../data/route.ts';
import { useData } from '../data/use-data.ts';
import { count, percent, plural } from '../data/words.ts';
import { Empty, Loading, PageHead, Problem } from '../parts/states.tsx';

/** Which tools are mistaken for each other: the list, and where they lie among all others. */
export function ConfusablesPage(): JSX.Element {
  const loaded = useData<Confusables>('confusables', ['tools']);
  const { group } = useRoute().parameters;
  const chosen = group === undefined ? undefined : Number(group);
  const choose = (next: number | undefined): void =>
    setParameters({ group: next === undefined ? undefined : String(next) }, true);
  const { data, error, reload } = loaded;
  return (
    <>
      <PageHead
        title="Confusables"
        about="Tools that read alike. A model that skims a list takes one for the other, so the difference should come first."
      />
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data === undefined && error === undefined && <Loading what="Comparing all tools with each other" />}
      {data !== undefined && data.points.length === 0 && (
        <Empty title="There is no tool yet">
          <p>Tools are compared as soon as a server is ready.</p>
        </Empty>
      )}
      {data !== undefined && data.points.length > 0 && (
        <div className="confusables">
          <section aria-label="Groups">
            <p className="quiet">
              {data.tooMany === true ? (
                <>
                  There are too many tools to compare while you wait; <code>toolscout lint</code> does.
                </>
              ) : (
                <>
                  {plural(data.total, 'group')}
                  {data.groups.length < data.total && `, the first ${count(data.groups.length)} shown`}
                </>
              )}
            </p>
            {data.total === 0 && data.tooMany !== true && (
              <Empty title="No two tools are alike enough to be confused" />
            )}
            <Groups data={data} chosen={chosen} onChoose={choose} />
          </section>
          <section className="card map-card" aria-label="Map">
            <ToolMap points={data.points} groups={data.groups} chosen={chosen} onChoose={choose} />
            <p className="quiet">
              Each dot is a tool; near ones mean the like. <span className="swatch fill-three" aria-hidden="true" />
              read alike, <span className="swatch fill-two" aria-hidden="true" />
              taken for another.
              {data.mapped < 1 && ` ${percent(data.mapped)} of all tools are drawn.`}
            </p>
          </section>
        </div>
      )}
    </>
  );
}

function Groups({
  data: { groups },
  chosen,
  onChoose,
}: {
  readonly data: Confusables;
  readonly chosen: number | undefined;
  readonly onChoose: (group: number | undefined) => void;
}): JSX.Element {
  const open = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group is chosen
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul className="groups">
      {groups.map(({ kind, severity, message, suggestion, tools }, position) => {
        const isChosen = position === chosen;
        const [first] = tools;
        return (
          <li
            key={`${kind} ${first?.id}`}
            ref={isChosen ? open : undefined}
            className={isChosen ? 'card chosen' : 'card'}
          >
            <button
              type="button"
              className="group-head"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? undefined : position)}
            >
              <span className="group-names">{namesOf(tools.map(({ name }) => name))}</span>
              <span className={severity === 'note' ? 'mark' : 'mark mark-warn'}>
                {kind === 'alike' ? 'read alike' : 'taken for the other'}
              </span>
            </button>
            <ul className="group-tools">
              {tools.map(({ id, name, server, differs, firstWords, description }) => (
                <li key={id}>
                  <a className="mono" href={linkTo('catalog', { tool: id })}>
                    {server}/{name}
                  </a>
                  <span className="differs">{differs}</span>
                  {isChosen && <span className="quiet">{description}</span>}
                  {isChosen && firstWords !== '' && (
                    <span className="first-words">
                      Could begin: <q>{firstWords}</q>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {isChosen && (
              <p className="quiet">
                {message} {suggestion}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Each name once. */
function namesOf(names: readonly string[]): string {
  const once = [...new Set(names)];
  return once.length <= 3 ? once.join(' · ') : `${once.slice(0, 3).join(' · ')} and ${once.length - 3} more`;
}
