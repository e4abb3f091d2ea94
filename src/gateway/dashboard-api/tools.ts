import type { Policy } from '../../calling/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { boundSchema, type Catalog, listParameters, singleLine, type Tool, toSignature } from '../../tools/index.ts';
import type { ActivityLog } from '../activity/index.ts';
import { toTraceEvent } from './trace.ts';
import type { ToolDetail, ToolPage, ToolRow, ToolSort } from './types.ts';

export interface ToolQuery {
  /** Tools whose name, server or description holds every word of it. */
  readonly q: string;
  readonly server: string;
  /** Only tools with faults. */
  readonly notes: boolean;
  readonly sort: ToolSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export const TOOL_SORTS: readonly ToolSort[] = ['id', 'name', 'server', 'calls', 'notes'];
const MAX_LINE = 160;
const MAX_SCHEMA = 40_000;
const MAX_RECENT = 20;
/** Orders kept of one catalog: scrolling asks for the same one again and again. */
const MAX_ORDERS = 6;

/** What listing tools works out once for a catalog, which never changes. */
interface Prepared {
  readonly servers: ToolPage['servers'];
  readonly texts: Map<Tool, string>;
  readonly orders: Map<string, readonly Tool[]>;
}

const prepared = new WeakMap<Catalog, Prepared>();

/** One page of a catalog, of any size. */
export function listTools(catalog: Catalog, query: ToolQuery, calls: ReadonlyMap<string, number>): ToolPage {
  const { servers } = prepare(catalog);
  const ordered = orderOf(catalog, query, calls);
  return {
    total: ordered.length,
    offset: query.offset,
    rows: ordered.slice(query.offset, query.offset + query.limit).map((tool) => toRow(tool, calls)),
    epoch: catalog.epoch,
    servers,
  };
}

export function describeTool(tool: Tool, activity: ActivityLog, viewer: Policy): ToolDetail {
  const output = tool.outputSchema === undefined ? undefined : boundSchema(tool.outputSchema, MAX_SCHEMA).schema;
  return {
    ...toRow(tool, activity.calls(viewer)),
    originalName: tool.originalName,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    text: tool.description,
    signature: toSignature(tool.inputSchema),
    inputSchema: boundSchema(tool.inputSchema, MAX_SCHEMA).schema,
    ...(output === undefined ? {} : { outputSchema: output }),
    tags: tool.tags,
    examples: tool.examples,
    problems: tool.warnings.map(({ code, message }) => ({ code, message })),
    recent: activity
      .events(viewer)
      .filter((event) => (event.type === 'call' || event.type === 'approval') && event.tool === tool.id)
      .slice(-MAX_RECENT)
      .reverse()
      .map(toTraceEvent),
  };
}

/** The first line of what a tool says of itself. */
export function shortText({ description, title = '' }: Tool): string {
  return truncate(singleLine(description === '' ? title : description), MAX_LINE);
}

function toRow(tool: Tool, calls: ReadonlyMap<string, number>): ToolRow {
  const { annotations } = tool;
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    kind: tool.source.kind,
    description: shortText(tool),
    arguments: listParameters(tool.inputSchema, { maxDepth: 1, maxCount: 99 }).length,
    calls: calls.get(tool.id) ?? 0,
    notes: tool.warnings.length,
    ...(annotations?.readOnlyHint === true ? { readOnly: true as const } : {}),
    ...(annotations?.destructiveHint === true ? { destructive: true as const } : {}),
  };
}

function prepare(catalog: Catalog): Prepared {
  let known = prepared.get(catalog);
  if (known === undefined) {
    const counts = new Map<string, number>();
    for (const { source } of catalog.tools) counts.set(source.name, (counts.get(source.name) ?? 0) + 1);
    const servers = [...counts].map(([name, tools]) => ({ name, tools })).sort((a, b) => compare(a.name, b.name));
    known = { servers, texts: new Map(), orders: new Map() };
    prepared.set(catalog, known);
  }
  return known;
}

function orderOf(catalog: Catalog, query: ToolQuery, calls: ReadonlyMap<string, number>): readonly Tool[] {
  const { orders, texts } = prepare(catalog);
  const { q, server, notes, sort, descending } = query;
  const key = JSON.stringify([q, server, notes, sort, descending]);
  // Calls go on between two pages; their order is not kept.
  const known = sort === 'calls' ? undefined : orders.get(key);
  if (known !== undefined) return known;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = catalog.tools.filter((tool) => {
    if (server !== '' && tool.source.name !== server) return false;
    if (notes && tool.warnings.length === 0) return false;
    if (words.length === 0) return true;
    let text = texts.get(tool);
    if (text === undefined) {
      text = `${tool.name} ${tool.originalName} ${tool.source.name} ${tool.description}`.toLowerCase();
      texts.set(tool, text);
    }
    return words.every((word) => text.includes(word));
  });
  // Sorting is stable and catalogs are in order of id, so that equal ones stay in that.
  if (sort !== 'id') found.sort(ORDERS[sort](calls));
  if (descending) found.reverse();
  orders.set(key, found);
  if (orders.size > MAX_ORDERS) orders.delete(orders.keys().next().value!);
  return found;
}

type Order = (calls: ReadonlyMap<string, number>) => (a: Tool, b: Tool) => number;

const ORDERS: Readonly<Record<Exclude<ToolSort, 'id'>, Order>> = {
  name: () => (a, b) => compare(a.name, b.name),
  server: () => (a, b) => compare(a.source.name, b.source.name) || compare(a.name, b.name),
  calls: (calls) => (a, b) => (calls.get(a.id) ?? 0) - (calls.get(b.id) ?? 0),
  notes: () => (a, b) => a.warnings.length - b.warnings.length,
};

/** By code unit: the same on every machine, and fast over a hundred thousand names. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
