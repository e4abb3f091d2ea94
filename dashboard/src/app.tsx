import { type JSX, useEffect, useRef } from 'react';
import { live } from './data/live.ts';
import { type Page, useRoute } from './data/route.ts';
import { useKeyNeeded, useSignInRound } from './data/sign-in.ts';
import { ApprovalsPage } from './pages/approvals.tsx';
import { CatalogPage } from './pages/catalog.tsx';
import { ConfusablesPage } from './pages/confusables.tsx';
import { EvaluationsPage } from './pages/evaluations.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { PlaygroundPage } from './pages/playground.tsx';
import { SessionsPage } from './pages/sessions.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Sidebar, TITLES } from './parts/sidebar.tsx';

const VIEWS: Readonly<Record<Page, () => JSX.Element>> = {
  overview: OverviewPage,
  catalog: CatalogPage,
  playground: PlaygroundPage,
  confusables: ConfusablesPage,
  sessions: SessionsPage,
  evaluations: EvaluationsPage,
  approvals: ApprovalsPage,
};

export function App(): JSX.Element {
  const { page } = useRoute();
  const keyNeeded = useKeyNeeded();
  const round = useSignInRound();
  const main = useRef<HTMLElement>(null);
  const shown = useRef<Page>(page);
  useEffect(() => live.start(), []);
  useEffect(() => {
    document.title = `${TITLES[page]} · Toolscout`;
    // Who reads by ear or walks by keyboard goes on where the new page begins.
    if (shown.current !== page) main.current?.focus();
    shown.current = page;
  }, [page]);
  if (keyNeeded) return <SignIn />;
  const View = VIEWS[page];
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Sidebar key={`sidebar ${round}`} page={page} />
      <main id="main" ref={main} tabIndex={-1} aria-label={TITLES[page]}>
        <Boundary key={`${page} ${round}`}>
          <View />
        </Boundary>
      </main>
    </div>
  );
}
