import { type JSX, useState } from 'react';
import { clock, count } from '../data/words.ts';

export interface Series {
  readonly name: string;
  /** Class that gives the colour. */
  readonly tone: string;
  readonly values: readonly number[];
}

const WIDTH = 720;
const HEIGHT = 150;
const TOP = 14;

/** Stacked columns over time. The table behind it says the same to who cannot see it. */
export function Columns({
  label,
  at,
  series,
}: {
  readonly label: string;
  /** Begin of each column. */
  readonly at: readonly number[];
  readonly series: readonly Series[];
}): JSX.Element {
  const [over, setOver] = useState<number>();
  const sums = at.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const most = niceCeiling(Math.max(1, ...sums));
  const step = WIDTH / Math.max(1, at.length);
  const y = (value: number): number => (value / most) * (HEIGHT - TOP);
  const totals = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  return (
    <figure className="chart">
      <figcaption className="legend">
        {series.map(({ name, tone, values }, i) => (
          <span key={name} className="legend-item">
            <span className={`swatch fill-${tone}`} aria-hidden="true" />
            {name} <b>{count(over === undefined ? totals[i]! : (values[over] ?? 0))}</b>
          </span>
        ))}
        <span className="legend-when">{over === undefined ? 'in all' : `from ${clock(at[over]!)}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${series.map(({ name }, i) => `${count(totals[i]!)} ${name.toLowerCase()}`).join(', ')}`}
        onMouseLeave={() => setOver(undefined)}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            className="grid"
            x1="0"
            x2={WIDTH}
            y1={HEIGHT - y(most * share)}
            y2={HEIGHT - y(most * share)}
          />
        ))}
        {at.map((begin, i) => {
          let below = 0;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: pointing shows figures that the label and the totals tell as well
            <g key={begin} onMouseEnter={() => setOver(i)}>
              <rect className={over === i ? 'hover on' : 'hover'} x={i * step} y="0" width={step} height={HEIGHT} />
              {series.map(({ name, tone, values }) => {
                const height = y(values[i] ?? 0);
                below += height;
                return height === 0 ? null : (
                  <rect
                    key={name}
                    className={`fill-${tone}`}
                    x={i * step + step * 0.14}
                    y={HEIGHT - below}
                    width={step * 0.72}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{at.length > 0 ? clock(at[0]!) : ''}</span>
        <span>up to {count(most)} a column</span>
        <span>now</span>
      </div>
    </figure>
  );
}

/** The next number with one digit that counts, or the half between: nothing is drawn at half height for want of a scale. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((one) => one * power).find((one) => one >= value) ?? value;
}
