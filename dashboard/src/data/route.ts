import { useSyncExternalStore } from 'react';

export const PAGES = [
  'overview',
  'catalog',
  'playground',
  'confusables',
  'sessions',
  'evaluations',
  'approvals',
] as const;
export type Page = (typeof PAGES)[number];

/** Where one is: `#/catalog?q=mail&tool=…`. All that a link should keep is in it. */
export interface Route {
  readonly page: Page;
  readonly parameters: Readonly<Record<string, string>>;
}

let known: { readonly hash: string; readonly route: Route } | undefined;

/** The same object as long as the address is the same. */
function readRoute(): Route {
  const { hash } = location;
  if (known?.hash === hash) return known.route;
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const page = PAGES.find((one) => one === path) ?? 'overview';
  known = { hash, route: { page, parameters: Object.fromEntries(new URLSearchParams(search)) } };
  return known.route;
}

export function linkTo(page: Page, parameters: Readonly<Record<string, string | undefined>> = {}): string {
  const said = Object.entries(parameters).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const search = new URLSearchParams(said).toString();
  return `#/${page}${search === '' ? '' : `?${search}`}`;
}

export function useRoute(): Route {
  return useSyncExternalStore((listener) => {
    addEventListener('hashchange', listener);
    return () => removeEventListener('hashchange', listener);
  }, readRoute);
}

/** Changes parameters of this page; `replace` leaves no step to go back to, as while one types. */
export function setParameters(changes: Readonly<Record<string, string | undefined>>, replace = false): void {
  const { page, parameters } = readRoute();
  const target = linkTo(page, { ...parameters, ...changes });
  if (target === location.hash) return;
  if (!replace) {
    location.hash = target;
    return;
  }
  history.replaceState(null, '', target);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
