import { type JSX, type KeyboardEvent, useMemo, useState } from 'react';
import type { ConfusableGroup, MapPoint } from '../../../src/gateway/dashboard-api/types.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const ALL: Box = { x: -1.08, y: -1.08, size: 2.16 };
/** Smaller, and one could not tell a group from a dot. */
const SMALLEST = 0.16;

/**
 * Every tool as a dot; near ones mean the like. Those that are mistaken for another stand out, and a chosen group is
 * brought near.
 */
export function ToolMap({
  points,
  groups,
  chosen,
  onChoose,
}: {
  readonly points: readonly MapPoint[];
  readonly groups: readonly ConfusableGroup[];
  readonly chosen: number | undefined;
  readonly onChoose: (group: number | undefined) => void;
}): JSX.Element {
  const [over, setOver] = useState<MapPoint>();
  const members = useMemo(
    () => points.filter(({ group }) => group !== undefined && group === chosen),
    [points, chosen],
  );
  const box = members.length === 0 ? ALL : around(members);
  const radius = box.size / 170;
  const [first] = members;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onChoose(undefined);
  };
  return (
    <figure className="map">
      <svg
        viewBox={`${box.x} ${box.y} ${box.size} ${box.size}`}
        role="img"
        aria-label={`Map of ${points.length} tools by meaning${members.length === 0 ? '' : `, near ${members.map(({ name }) => name).join(', ')}`}`}
        onMouseLeave={() => setOver(undefined)}
        onKeyDown={onKeyDown}
      >
        {first !== undefined &&
          members
            .slice(1)
            .map((point) => (
              <line
                key={point.id}
                className="map-line"
                x1={first.x}
                y1={-first.y}
                x2={point.x}
                y2={-point.y}
                strokeWidth={radius / 3}
              />
            ))}
        {points.map((point) => {
          const { id, x, y, group } = point;
          const kind =
            group === undefined
              ? 'lone'
              : group === chosen
                ? 'chosen'
                : groups[group]?.kind === 'alike'
                  ? 'grouped'
                  : 'apart';
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does all of this by keyboard
            <circle
              key={id}
              className={`map-dot map-${kind}`}
              cx={x}
              cy={-y}
              r={kind === 'chosen' ? radius * 1.7 : kind === 'lone' ? radius * 0.85 : radius * 1.15}
              onMouseEnter={() => setOver(point)}
              onClick={() => onChoose(group === chosen ? undefined : group)}
            />
          );
        })}
        {members.map(({ id, name, server, x, y }, position) => {
          // Towards the middle, so that no name is cut off at the edge.
          const isLeft = x > box.x + box.size / 2;
          return (
            <text
              key={id}
              className="map-label"
              x={x + radius * (isLeft ? -2.4 : 2.4)}
              y={-y + radius * (position % 2 === 0 ? -1.2 : 3.4)}
              fontSize={radius * 4.2}
              textAnchor={isLeft ? 'end' : 'start'}
            >
              {server}/{name}
            </text>
          );
        })}
      </svg>
      <figcaption className="map-foot">
        <span className="mono">{over === undefined ? '\u00a0' : `${over.server} / ${over.name}`}</span>
        {chosen !== undefined && (
          <button type="button" onClick={() => onChoose(undefined)}>
            Show all
          </button>
        )}
      </figcaption>
    </figure>
  );
}

/** The square around these points, with room for their names. */
function around(members: readonly MapPoint[]): Box {
  const [xs, ys] = [members.map(({ x }) => x), members.map(({ y }) => -y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(right - left, bottom - top, SMALLEST) * 1.9;
  return { x: (left + right) / 2 - size / 2, y: (top + bottom) / 2 - size / 2, size };
}
