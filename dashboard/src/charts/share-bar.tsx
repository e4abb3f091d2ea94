import type { JSX } from 'react';
import { count, percent } from '../data/words.ts';

export interface Share {
  readonly name: string;
  readonly tone: string;
  readonly value: number;
}

/** One bar, cut into the shares of a whole, with every share in words below. */
export function ShareBar({
  label,
  shares,
}: {
  readonly label: string;
  readonly shares: readonly Share[];
}): JSX.Element {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  let from = 0;
  return (
    <figure className="chart">
      <svg className="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
        <rect className="track" width="100" height="4" />
        {shares.map(({ name, tone, value }) => {
          const width = total === 0 ? 0 : (value / total) * 100;
          const x = from;
          from += width;
          return width === 0 ? null : <rect key={name} className={`fill-${tone}`} x={x} width={width} height="4" />;
        })}
      </svg>
      <figcaption>
        <ul className="share-list">
          {shares.map(({ name, tone, value }) => (
            <li key={name}>
              <span className={`swatch fill-${tone}`} aria-hidden="true" />
              {name}
              <b>{count(value)}</b>
              <span className="quiet">{total === 0 ? '' : percent(value / total)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
