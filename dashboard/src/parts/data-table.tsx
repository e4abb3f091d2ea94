import type { JSX, ReactNode } from 'react';

export interface Head {
  readonly title: string;
  /** Figures stand at the right. */
  readonly number?: boolean;
}

/** A table with a line of heads; its rows begin with a head of their own. */
export function DataTable({
  heads,
  className,
  children,
}: {
  readonly heads: readonly Head[];
  readonly className?: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <table className={className}>
      <thead>
        <tr>
          {heads.map(({ title, number }) => (
            <th key={title} scope="col" className={number === true ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
