import type { Row } from '../rows.ts';
import type { GrowthFigures } from './measure-growth.ts';

/** One small chart: a figure over the number of tools, both on logarithmic axes. */
interface Panel {
  readonly title: string;
  readonly figure: keyof GrowthFigures;
}

const PANELS: readonly Panel[] = [
  { title: 'Build: processor time, s', figure: 'buildCpuSeconds' },
  { title: 'Build: peak memory, MB', figure: 'buildPeakMB' },
  { title: 'Image on disk, MB', figure: 'imageMB' },
  { title: 'Open, ms', figure: 'openMs' },
  { title: 'Open: memory of the process, MB', figure: 'openedMB' },
];

const COLUMNS = 3;
const WIDTH = 300;
const HEIGHT = 220;
const MARGIN = { left: 52, right: 14, top: 34, bottom: 34 };
const INNER_WIDTH = WIDTH - MARGIN.left - MARGIN.right;
const INNER_HEIGHT = HEIGHT - MARGIN.top - MARGIN.bottom;

/**
 * Draws what `measureGrowth` has measured as an SVG. A dashed line from the first point has the slope of what grows with
 * the number of tools: a figure below it grows more slowly.
 */
export function plotGrowth(rows: readonly Row[]): string {
  const figures = rows.map((row) => row.figures as unknown as GrowthFigures);
  const height = Math.ceil(PANELS.length / COLUMNS) * HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * WIDTH} ${height}" font-family="sans-serif" font-size="11" fill="#444">`,
    '<title>An index from few tools to many: time, memory and files</title>',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...PANELS.map((panel, i) => panelAt(panel, figures, (i % COLUMNS) * WIDTH, Math.floor(i / COLUMNS) * HEIGHT)),
    '</svg>',
    '',
  ].join('\n');
}

function panelAt({ title, figure }: Panel, figures: readonly GrowthFigures[], x: number, y: number): string {
  const points = figures.map((one): readonly [number, number] => [one.tools, Math.max(one[figure], 1e-3)]);
  const across = scale(
    points.map(([tools]) => tools),
    INNER_WIDTH,
  );
  const proportional = points.map(([tools]) => (points[0]![1] * tools) / points[0]![0]);
  const up = scale([...points.map(([, value]) => value), ...proportional], INNER_HEIGHT);
  const place = ([tools, value]: readonly [number, number]): string =>
    `${across.place(tools).toFixed(1)},${(INNER_HEIGHT - up.place(value)).toFixed(1)}`;
  const ends = [0, points.length - 1].map((i) => place([points[i]![0], proportional[i]!]));
  return [
    `<g transform="translate(${x + MARGIN.left} ${y + MARGIN.top})">`,
    `<text x="0" y="-14" font-weight="bold">${title}</text>`,
    `<path d="M0 0V${INNER_HEIGHT}H${INNER_WIDTH}" fill="none" stroke="#999"/>`,
    ...across.ticks.map(
      (tick) =>
        `<text x="${across.place(tick).toFixed(1)}" y="${INNER_HEIGHT + 16}" text-anchor="middle">${short(tick)}</text>`,
    ),
    ...up.ticks.map((tick) => {
      const at = (INNER_HEIGHT - up.place(tick)).toFixed(1);
      return `<path d="M0 ${at}H${INNER_WIDTH}" stroke="#eee"/><text x="-6" y="${at}" dy="4" text-anchor="end">${short(tick)}</text>`;
    }),
    `<polyline points="${ends.join(' ')}" fill="none" stroke="#999" stroke-dasharray="4 4"/>`,
    `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="#1769aa" stroke-width="2"/>`,
    ...points.map((point) => `<circle cx="${place(point).replace(',', '" cy="')}" r="3" fill="#1769aa"/>`),
    '</g>',
  ].join('\n');
}

/** A logarithmic axis of so many pixels over the values, marked at powers of ten. */
function scale(
  values: readonly number[],
  pixels: number,
): { readonly ticks: readonly number[]; place(value: number): number } {
  const low = Math.log10(Math.min(...values));
  const high = Math.max(Math.log10(Math.max(...values)), low + 0.3);
  const first = Math.ceil(low - 1e-9);
  const ticks = Array.from({ length: Math.max(0, Math.floor(high + 1e-9) - first + 1) }, (_, i) => 10 ** (first + i));
  return { ticks, place: (value) => ((Math.log10(value) - low) / (high - low)) * pixels };
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e3 ? `${value / 1e3}k` : String(Number(value.toPrecision(3)));
}
