import { type JSX, useEffect, useRef, useState } from 'react';
import type { ToolRow } from '../../../src/gateway/dashboard-api/types.ts';
import { setParameters, useRoute } from '../data/route.ts';
import { useRows } from '../data/use-rows.ts';
import { count, plural } from '../data/words.ts';
import { Empty, Loading, PageHead, Problem } from '../parts/states.tsx';
import { ToolPanel } from '../parts/tool-panel.tsx';
import { type Column, VirtualGrid } from '../parts/virtual-grid.tsx';

const COLUMNS: readonly Column<ToolRow>[] = [
  {
    name: 'name',
    title: 'Tool',
    width: 'minmax(11rem, 2.2fr)',
    sorts: true,
    cell: ({ name, readOnly, destructive }) => (
      <>
        <span className="mono">{name}</span>
        {readOnly === true && <span className="mark">reads</span>}
        {destructive === true && <span className="mark mark-bad">may destroy</span>}
      </>
    ),
  },
  { name: 'server', title: 'Server', width: 'minmax(6rem, 1fr)', sorts: true, cell: ({ server }) => server },
  {
    name: 'description',
    title: 'Description',
    width: 'minmax(8rem, 3.4fr)',
    wide: true,
    cell: ({ description }) =>
      description === '' ? (
        <span className="missing">No description</span>
      ) : (
        <span className="quiet">{description}</span>
      ),
  },
  {
    name: 'arguments',
    title: 'Arguments',
    width: '5.5rem',
    number: true,
    wide: true,
    cell: (row) => row.arguments,
  },
  {
    name: 'calls',
    title: 'Calls',
    width: '4.5rem',
    number: true,
    sorts: true,
    cell: ({ calls }) => (calls === 0 ? '' : count(calls)),
  },
  {
    name: 'notes',
    title: 'Notes',
    width: '4.5rem',
    number: true,
    sorts: true,
    wide: true,
    cell: ({ notes }) => (notes === 0 ? '' : <span className="mark mark-warn">{notes}</span>),
  },
];

/** Figures are of interest from the highest down. */
const FROM_HIGHEST = new Set(['calls', 'notes']);
const TYPING_MS = 180;

export function CatalogPage(): JSX.Element {
  const { q = '', server = '', notes = '', sort = 'id', desc = '', tool } = useRoute().parameters;
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setParameters({ q: text }, true), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const { page, error, rowAt, onRange, reload } = useRows({
    q,
    server,
    notes: notes === '1',
    sort,
    desc: desc === '1',
  });
  const servers = page?.servers ?? [];
  const all = servers.reduce((sum, one) => sum + one.tools, 0);
  return (
    <>
      <PageHead
        title="Catalog"
        about={
          page &&
          (page.total === all
            ? `${plural(all, 'tool')} from ${plural(servers.length, 'source')}`
            : `${count(page.total)} of ${plural(all, 'tool')}`)
        }
      />
      <search className="filters">
        <label className="field grow">
          <span>Filter</span>
          <input
            ref={field}
            type="search"
            value={text}
            placeholder="Words of name, server or description"
            aria-keyshortcuts="/"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Server</span>
          <select value={server} onChange={(event) => setParameters({ server: event.target.value })}>
            <option value="">All</option>
            {servers.map(({ name, tools }) => (
              <option key={name} value={name}>
                {name} ({count(tools)})
              </option>
            ))}
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={notes === '1'}
            onChange={(event) => setParameters({ notes: event.target.checked ? '1' : '' })}
          />
          Only with notes
        </label>
      </search>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {page === undefined && error === undefined && <Loading what="Loading tools" />}
      {page?.total === 0 && (
        <Empty title={all === 0 ? 'There is no tool yet' : 'No tool passes this filter'}>
          {all === 0 ? (
            <p>Tools appear here as soon as a server is ready.</p>
          ) : (
            <button
              type="button"
              onClick={() => {
                setText('');
                setParameters({ q: '', server: '', notes: '' });
              }}
            >
              Clear the filter
            </button>
          )}
        </Empty>
      )}
      {page !== undefined && page.total > 0 && (
        <div className={tool === undefined ? 'split' : 'split with-panel'}>
          <VirtualGrid
            label="Tools"
            total={page.total}
            columns={COLUMNS}
            rowAt={rowAt}
            onRange={onRange}
            onOpen={(row) => setParameters({ tool: row.id })}
            keyOf={(row) => row.id}
            open={tool}
            sort={sort}
            descending={desc === '1'}
            onSort={(name) => {
              const isDescending = sort === name ? desc !== '1' : FROM_HIGHEST.has(name);
              setParameters({ sort: name, desc: isDescending ? '1' : '' });
            }}
          />
          {tool !== undefined && <ToolPanel key={tool} id={tool} onClose={() => setParameters({ tool: undefined })} />}
        </div>
      )}
    </>
  );
}
