import {
  type JSX,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly title: string;
  /** Track of the grid, such as `2fr`. */
  readonly width: string;
  readonly number?: boolean;
  readonly sorts?: boolean;
  /** Left out where there is little room. */
  readonly wide?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface VirtualGridOptions<Row> {
  readonly label: string;
  readonly total: number;
  readonly columns: readonly Column<Row>[];
  /** Undefined while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** These rows are looked at. */
  readonly onRange: (first: number, last: number) => void;
  readonly onOpen: (row: Row) => void;
  readonly keyOf: (row: Row) => string;
  /** Key of the row that is open. */
  readonly open: string | undefined;
  readonly sort: string;
  readonly descending: boolean;
  readonly onSort: (column: string) => void;
}

const ROW = 36;
/** Rows drawn beyond what is seen on the side to which it moves, so that a quick wheel meets rows, and on the other. */
const AHEAD = 12;
const BEHIND = 2;
/** The rows that exist change this many at a time: a slow wheel costs nothing in most frames. */
const STEP = 4;
/** Browsers draw no element that is higher than some 16 to 33 million pixels; far below that, rows are as they are. */
const MAX_HEIGHT = 12_000_000;

/** Where the box stands, and by how much it moved to get there, in its own pixels. */
interface View {
  readonly top: number;
  readonly moved: number;
}

/**
 * A table of any length of which only the rows in sight exist. Every row is of one height, so that where one stands is
 * arithmetic. Arrow keys, Page, Home and End walk through it, Enter opens a row. Scrolling draws only rows that are new,
 * in the elements of rows that went out of sight: `test/e2e/browser/measure-scrolling.ts` tells what a frame takes.
 */
export function VirtualGrid<Row>(options: VirtualGridOptions<Row>): JSX.Element {
  const { label, total, columns, rowAt, onRange, onOpen, keyOf, open, sort, descending, onSort } = options;
  const box = useRef<HTMLDivElement>(null);
  const [{ top, moved }, setView] = useState<View>({ top: 0, moved: 0 });
  const [height, setHeight] = useState(480);
  const [active, setActive] = useState(0);
  const full = total * ROW;
  const drawn = Math.min(full, MAX_HEIGHT);
  // Where there is more than can be drawn, one pixel of the bar stands for several rows.
  const stretch = drawn <= height ? 1 : (full - height) / (drawn - height);
  const at = top * stretch;
  const seen = Math.ceil(height / ROW) + 1 + STEP;
  const room = seen + AHEAD + BEHIND;
  // What a leap passes is never seen.
  const isLeap = Math.abs(moved) > height;
  const above = isLeap ? 0 : moved < 0 ? AHEAD : BEHIND;
  const first = Math.max(0, Math.floor(at / ROW) - above);
  const last = Math.min(total, isLeap ? first + seen : first + room);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => onRange(first, last), [first, last, onRange]);
  useEffect(() => {
    if (active >= total) setActive(Math.max(0, total - 1));
  }, [active, total]);

  const opener = useRef(onOpen);
  opener.current = onOpen;
  const onPick = useCallback((index: number, row: Row | undefined): void => {
    setActive(index);
    if (row !== undefined) opener.current(row);
  }, []);

  const show = (index: number): void => {
    const element = box.current;
    if (element === null) return;
    const start = index * ROW;
    const space = element.clientHeight - ROW;
    const now = element.scrollTop * stretch;
    if (start < now) element.scrollTop = start / stretch;
    else if (start > now + space - ROW) element.scrollTop = (start - space + ROW) / stretch;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / ROW) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max(target, 0), total - 1);
      setActive(next);
      show(next);
      return;
    }
    const row = rowAt(active);
    if (event.key === 'Enter' && row !== undefined) onOpen(row);
  };

  const template = columns.map(({ width }) => width).join(' ');
  const wideless = columns
    .filter(({ wide }) => wide !== true)
    .map(({ width }) => width)
    .join(' ');
  const style = { '--columns': template, '--columns-narrow': wideless } as Record<string, string>;
  return (
    <div className="grid-frame" style={style}>
      <div className="grid-head">
        {columns.map(({ name, title, number, sorts, wide }) => {
          const classes = [number === true ? 'number' : '', wide === true ? 'wide' : ''].join(' ');
          if (sorts !== true)
            return (
              <span key={name} className={classes}>
                {title}
              </span>
            );
          const isOn = sort === name;
          return (
            <button
              key={name}
              type="button"
              className={`sorter ${classes}`}
              aria-pressed={isOn}
              aria-label={`Sort by ${title.toLowerCase()}${isOn ? (descending ? ', now descending' : ', now ascending') : ''}`}
              onClick={() => onSort(name)}
            >
              {title}
              <span aria-hidden="true">{isOn ? (descending ? ' ↓' : ' ↑') : ''}</span>
            </button>
          );
        })}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out the rows that are out of sight */}
      <div
        ref={box}
        className="grid-box"
        role="grid"
        aria-label={label}
        aria-rowcount={total}
        aria-colcount={columns.length}
        aria-activedescendant={active >= first && active < last ? `row-${active}` : undefined}
        tabIndex={0}
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          const next = stretch === 1 ? scrollTop - (scrollTop % (STEP * ROW)) : scrollTop;
          setView((before) => (before.top === next ? before : { top: next, moved: next - before.top }));
        }}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className="grid-space" role="rowgroup" style={{ height: `${Math.max(drawn, 1)}px` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map((index) => {
            const row = rowAt(index);
            return (
              <GridRow
                key={index % room}
                index={index}
                y={stretch === 1 ? index * ROW : index * ROW - at + top}
                row={row}
                columns={columns}
                isActive={index === active}
                isOpen={row !== undefined && keyOf(row) === open}
                onPick={onPick}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface GridRowOptions<Row> {
  readonly index: number;
  /** Pixels from the top of what is drawn. */
  readonly y: number;
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onPick: (index: number, row: Row | undefined) => void;
}

function PlainGridRow<Row>({ index, y, row, columns, isActive, isOpen, onPick }: GridRowOptions<Row>): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out rows
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isOpen}
      className={`grid-row${isActive ? ' active' : ''}${isOpen ? ' open' : ''}`}
      style={{ transform: `translateY(${y}px)` }}
      onClick={() => onPick(index, row)}
    >
      {columns.map(({ name, number, wide, cell }) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <span
          key={name}
          role="gridcell"
          className={number === true ? (wide === true ? 'number wide' : 'number') : wide === true ? 'wide' : undefined}
        >
          {row === undefined ? <span className="bone bone-cell" /> : cell(row)}
        </span>
      ))}
    </div>
  );
}

/** Drawn again only where something of it is new. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow;
