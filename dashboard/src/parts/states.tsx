import type { JSX, ReactNode } from 'react';
import type { RequestError } from '../data/api.ts';
import type { Loaded } from '../data/use-data.ts';

/** The frame of a page: what it is, in a line, and what can be set. */
export function PageHead({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}): JSX.Element {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p className="about">{about}</p>}
      </div>
      {children !== undefined && <div className="page-tools">{children}</div>}
    </div>
  );
}

/** What was loaded, or why it is not there yet. An error beside data that is there stands above it. */
export function Shown<T>({
  of: { data, error, reload },
  children,
}: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ReactNode;
}): JSX.Element {
  return (
    <>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <Loading />}
    </>
  );
}

export function Loading({ what = 'Loading' }: { readonly what?: string }): JSX.Element {
  return (
    <div className="loading" role="status">
      <span className="unseen">{what}</span>
      <span className="bone bone-wide" />
      <span className="bone" />
      <span className="bone bone-short" />
    </div>
  );
}

export function Problem({ error, retry }: { readonly error: RequestError; readonly retry?: () => void }): JSX.Element {
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{error.message}</strong>
        {error.next !== undefined && ` ${error.next}`}
      </p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): JSX.Element {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
