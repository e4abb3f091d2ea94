import { type Context, Hono } from 'hono';
import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import { AuthError, type Door, type DoorEnv, demandRight, refusalOf } from '../auth/index.ts';
import { catalogKnowing, type ObservedSession, type SizedCatalog } from '../observed-session.ts';
import { pendingOf, toPending } from './approvals.ts';
import { findConfusables } from './confusables.ts';
import { listEvaluations } from './evaluations.ts';
import { LiveUpdates } from './live.ts';
import { overviewOf } from './overview.ts';
import { searchOnce } from './playground.ts';
import { describeTool, listTools, TOOL_SORTS } from './tools.ts';
import { listSessions, traceSession } from './trace.ts';
import { readChange } from './try-change.ts';
import type { ApiError, ApprovalDecided, ApprovalList, EvaluationList, SessionList } from './types.ts';
import { type DashboardOptions, viewOf, wholeCatalog } from './view.ts';

const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;
const MAX_QUERY = 2_000;
const MAX_HITS = 20;

/** The data of the dashboard at `/dashboard/api`, for callers who may observe, each within its own view of the tools. */
export function createDashboardDoor(options: DashboardOptions): Door {
  return { path: '/dashboard/api', right: 'observe', open: () => createRoutes(options) };
}

function createRoutes(options: DashboardOptions): Hono<DoorEnv> {
  const { activity, embedder, reports, approvals } = options;
  const live = new LiveUpdates(options);
  const api = new Hono<DoorEnv>();
  const mayDecide = (context: Context<DoorEnv>): boolean =>
    approvals?.decide !== undefined && context.get('caller').may.has('approve');

  api.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  api.get('/overview', async (context) => {
    const view = seen(context);
    return context.json(
      await overviewOf(view, activity, {
        range: context.req.query('range') === 'day' ? 'day' : 'hour',
        approvals: pendingOf(view, context.get('caller'), approvals).length,
        mayApprove: mayDecide(context),
      }),
    );
  });
  api.get('/tools', async (context) => {
    const view = seen(context);
    const { q = '', server = '', notes, sort, desc, offset, limit } = context.req.query();
    const query = {
      q: q.slice(0, MAX_QUERY),
      server,
      notes: notes === '1',
      sort: TOOL_SORTS.find((one) => one === sort) ?? 'id',
      descending: desc === '1',
      offset: wholeNumber(offset, 0, Number.MAX_SAFE_INTEGER),
      limit: wholeNumber(limit, DEFAULT_PAGE, MAX_PAGE),
    };
    return context.json(listTools(await leafedOf(view), query, activity.calls(view.policy())));
  });
  api.get('/tool', async (context) => {
    const view = seen(context);
    const id = context.req.query('id') ?? '';
    const tool = (await catalogKnowing(view, [id])).byId(id);
    if (tool === undefined) return missing(context, `There is no tool ${id}.`);
    return context.json(describeTool(tool, activity, view.policy()));
  });
  api.post('/search', async (context) => {
    const view = seen(context);
    const body = await bodyOf(context);
    const { query, expect, limit, change } = body;
    const request = {
      query: textOf(query) ?? '',
      limit: wholeNumber(limit, 5, MAX_HITS),
      expect: textOf(expect),
      change: readChange(change),
    };
    return context.json(await searchOnce(view, request));
  });
  api.get('/confusables', async (context) =>
    context.json(await findConfusables(await leafedOf(seen(context)), embedder)),
  );
  api.get('/sessions', (context) => {
    const events = activity.events(seen(context).policy());
    const answer: SessionList = { sessions: listSessions(events), content: activity.content };
    return context.json(answer);
  });
  api.get('/session', (context) => {
    const id = context.req.query('id') ?? '';
    const trace = traceSession(activity.events(seen(context).policy()), id);
    return trace === undefined ? missing(context, `Nothing is known of a session ${id}.`) : context.json(trace);
  });
  api.get('/evaluations', async (context) => {
    // A report is of the whole catalogue: its counts tell of what a narrower view hides.
    const answer: EvaluationList = seen(context).policy().open
      ? await listEvaluations(reports)
      : { reports: [], missing: 'not-allowed' };
    return context.json(answer);
  });
  api.get('/approvals', (context) => {
    const pending = pendingOf(seen(context), context.get('caller'), approvals).map(toPending);
    const answer: ApprovalList = { pending, canDecide: mayDecide(context) };
    return context.json(answer);
  });
  api.post('/approvals', async (context) => {
    demandRight(context.get('caller'), 'approve');
    const view = seen(context);
    const { id, approved, always, reason } = await bodyOf(context);
    const isPending = pendingOf(view, context.get('caller'), approvals).some((request) => request.id === id);
    const answer = {
      approved: approved === true,
      ...(approved === true && always === true ? { always } : {}),
      ...(typeof reason === 'string' && reason !== '' ? { reason: reason.slice(0, MAX_QUERY) } : {}),
    };
    const decided = isPending && ((await approvals?.decide?.(String(id), answer)) ?? false);
    const done: ApprovalDecided = { decided };
    return context.json(done);
  });
  api.get('/live', (context) => live.stream(seen(context), context.get('caller'), context.req.raw.signal));
  api.notFound((context) => missing(context, 'There is nothing at this address.'));
  api.onError((error, context) => {
    if (error instanceof AuthError) return refusalOf(error);
    if (!(error instanceof ToolscoutError)) throw error;
    const { code, message, next } = error;
    const status = code === 'INDEX_UNAVAILABLE' ? 503 : 400;
    return context.json<ApiError>({ error: { code, message, ...(next === undefined ? {} : { next }) } }, status);
  });
  return api;
}

function seen(context: Context<DoorEnv>): ObservedSession {
  return viewOf(context.get('session'));
}

function leafedOf(view: ObservedSession): Promise<SizedCatalog> {
  return wholeCatalog(view.leafed?.() ?? catalogKnowing(view));
}

function missing(context: Context<DoorEnv>, message: string): Response {
  return context.json<ApiError>({ error: { code: 'NOT_FOUND', message } }, 404);
}

/**
 * The body as an object. Only JSON is taken: a page of somebody else cannot send that without asking first.
 * @throws ToolscoutError `INVALID_ARGUMENTS`
 */
async function bodyOf(context: Context<DoorEnv>): Promise<Record<string, unknown>> {
  const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
  const body: unknown = isJson ? await context.req.json().catch(() => undefined) : undefined;
  if (isObject(body)) return body;
  throw new ToolscoutError('INVALID_ARGUMENTS', 'The request needs a body that is a JSON object.', {
    next: 'Send it with the content type application/json.',
  });
}

/** Undefined where there is none. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_QUERY) : undefined;
}

function wholeNumber(value: unknown, otherwise: number, most: number): number {
  const number = Number(value ?? otherwise);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : otherwise;
}
