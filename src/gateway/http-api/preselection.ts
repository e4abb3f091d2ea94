import type { Policy } from '../../calling/index.ts';
import type {
  PreselectedTool,
  Preselector,
  PreselectResult,
  PreselectTurn,
  SideReport,
} from '../../disclosure/index.ts';
import type { Catalog } from '../../tools/index.ts';
import type { Caller } from '../auth/index.ts';
import { catalogKnowing, isObserved } from '../observed-session.ts';
import type { GatewaySession } from '../session-view.ts';

/** Who chooses the tools that turns start with. */
export interface ApiPreselection {
  /** Opened with the first request: most gateways never get one. */
  readonly open: () => Promise<Preselector>;
  /** Skills beside those among the tools. */
  readonly skills?: Catalog | undefined;
}

/** Chooses for one turn. Choices are shared with nobody else. */
export async function preselect(
  { open, skills }: ApiPreselection,
  {
    caller,
    session,
    signal,
  }: { readonly caller: Caller; readonly session: GatewaySession; readonly signal: AbortSignal },
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const preselector = await open();
  const result = await preselector.preselect({
    ...(body as Pick<PreselectTurn, 'message' | 'dialogue' | 'resident' | 'earlier' | 'manual'> & { message: string }),
    ...(await searchedBy(session, body as Pick<PreselectTurn, 'resident' | 'earlier' | 'manual'>)),
    ...(skills === undefined ? {} : { skills: allowedOf(skills, session) }),
    scope: caller.id,
    signal,
  });
  return toAnswer(result);
}

/** The catalog of an index is searched in that index: it holds the first tools only. */
async function searchedBy(
  session: GatewaySession,
  { resident = [], earlier = [], manual }: Pick<PreselectTurn, 'resident' | 'earlier' | 'manual'>,
): Promise<Pick<PreselectTurn, 'catalog' | 'backend'>> {
  const named = [...resident, ...earlier, ...(typeof manual === 'object' ? manual : [])];
  const catalog = await catalogKnowing(session, named);
  return catalog.size !== undefined && isObserved(session) ? { catalog, backend: session.backend() } : { catalog };
}

const allowed = new WeakMap<Catalog, WeakMap<Policy, Catalog>>();

/** Skills are under the rights of the caller as tools are. One catalog for one set of rights. */
function allowedOf(skills: Catalog, session: GatewaySession): Catalog {
  const policy = isObserved(session) ? session.policy() : undefined;
  if (policy === undefined || policy.open) return skills;
  const known = allowed.get(skills) ?? new WeakMap<Policy, Catalog>();
  allowed.set(skills, known);
  let own = known.get(policy);
  if (own === undefined) {
    own = skills.narrow((skill) => policy.allows(skill));
    known.set(policy, own);
  }
  return own;
}

function toAnswer(result: PreselectResult): Readonly<Record<string, unknown>> {
  const { tools, skills, skipped, sides, gone, tokens, ms, degraded } = result;
  return {
    tools: tools.map(toChosen),
    skills: skills.map(toChosen),
    ...(skipped === undefined ? {} : { skipped }),
    sides: { tools: toSide(sides.tools), skills: toSide(sides.skills) },
    gone,
    tokens,
    ms: Math.round(ms),
    degraded,
  };
}

function toChosen({ tool, source, tokens, added }: PreselectedTool): Readonly<Record<string, unknown>> {
  const { id, name, title = '', description, inputSchema } = tool;
  const text = description === '' ? title : description;
  return { id, name, server: tool.source.name, description: text, inputSchema, source, tokens, added };
}

/** Without what a failure says of itself: that is the operator's. */
function toSide({ candidates, leftOut, error: _error, ...facts }: SideReport): Readonly<Record<string, unknown>> {
  return {
    ...facts,
    candidates: candidates.map(({ id }) => id),
    leftOut: leftOut.map(({ tool, why }) => ({ id: tool.id, why })),
  };
}
