import { type JSX, useEffect, useRef } from 'react';
import type { ApprovalList } from '../../../src/gateway/dashboard-api/types.ts';
import { useLiveState } from '../data/live.ts';
import { linkTo, PAGES, type Page } from '../data/route.ts';
import { type Theme, useTheme } from '../data/theme.ts';
import { useData } from '../data/use-data.ts';
import { plural } from '../data/words.ts';

export const TITLES: Readonly<Record<Page, string>> = {
  overview: 'Overview',
  catalog: 'Catalog',
  playground: 'Playground',
  confusables: 'Confusables',
  sessions: 'Sessions',
  evaluations: 'Evaluations',
  approvals: 'Approvals',
};

const LIVE = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const;
const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function Sidebar({ page }: { readonly page: Page }): JSX.Element {
  const state = useLiveState();
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page]);
  const waiting = useData<ApprovalList>('approvals', ['approvals']).data?.pending.length ?? 0;
  return (
    <header className="sidebar">
      <a className="brand" href={linkTo('overview')}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" className="brand-ground" />
          <circle cx="14" cy="14" r="6.5" />
          <path d="m19 19 6 6" />
        </svg>
        Toolscout
      </a>
      <nav aria-label="Pages">
        <ul>
          {PAGES.map((one) => (
            <li key={one}>
              <a
                ref={one === page ? current : undefined}
                href={linkTo(one)}
                aria-current={one === page ? 'page' : undefined}
              >
                {TITLES[one]}
                {one === 'approvals' && waiting > 0 && (
                  <span className="nav-count">
                    <span aria-hidden="true">{waiting}</span>
                    <span className="unseen">, {plural(waiting, 'call')} waiting</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sidebar-foot">
        <p className={`live live-${state}`} role="status">
          <span className="dot" aria-hidden="true" />
          {LIVE[state]}
        </p>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function ThemeSwitch(): JSX.Element {
  const [theme, choose] = useTheme();
  return (
    <fieldset className="segments">
      <legend className="unseen">Theme</legend>
      {THEMES.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="theme" checked={theme === value} onChange={() => choose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
