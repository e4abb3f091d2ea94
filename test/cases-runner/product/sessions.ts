import type { ToolEntry } from '../../../src/tools/index.ts';
import { isObject, type Json, listOf, own } from '../json.ts';

/** Sessions and tenants of a setup, in the product's words. */
export interface SessionPlan {
  /** The section `policy` of the configuration; undefined where a setup limits nobody. */
  readonly policy: Json | undefined;
  /** The session of steps that name none. */
  readonly standard: string | undefined;
  /** Child → the session that it came from. */
  readonly parents: Readonly<Record<string, string>>;
}

/** The host itself, which a setup with sessions does not limit unless it asks for an identity. */
const HOST = '(host)';
/** The one session of a setup with `session`. */
const ONLY = '(session)';

/** Fields of a session that are not rules. */
const PARENT = 'parent';

export function readSessions(setup: Json): SessionPlan {
  const { sessions, session } = setup;
  if (session !== undefined) {
    return { policy: { sessions: { [ONLY]: session }, use: { session: ONLY } }, standard: ONLY, parents: {} };
  }
  if (!isObject(sessions)) return { policy: undefined, standard: undefined, parents: {} };
  const required = own(own(setup.config, 'acl'), 'required') === true;
  // What a session says stands as it is: what is wrong with it is for the product to find.
  const rules = Object.fromEntries(Object.entries(sessions).map(([name, given]) => [name, withoutParent(given)]));
  const parents = Object.entries(sessions).flatMap(([name, given]) => {
    const parent = own(given, PARENT);
    return typeof parent === 'string' ? [[name, parent] as const] : [];
  });
  return {
    policy: required ? { sessions: rules } : { sessions: { ...rules, [HOST]: {} }, use: { session: HOST } },
    standard: required ? undefined : HOST,
    parents: Object.fromEntries(parents),
  };
}

function withoutParent(rules: unknown): unknown {
  if (!isObject(rules) || !Object.hasOwn(rules, PARENT)) return rules;
  const { [PARENT]: _parent, ...others } = rules;
  return others;
}

/** Tools of all tenants behind one gateway, each marked as its tenant's. */
export function tenantEntries(tenants: unknown, toEntry: (tool: Json) => ToolEntry): ToolEntry[] {
  if (!isObject(tenants)) return [];
  return Object.entries(tenants).flatMap(([name, tenant]) =>
    listOf(own(tenant, 'tools'))
      .filter(isObject)
      .map((tool) => ({ ...toEntry(tool), tags: { tenant: [name] } })),
  );
}

/** What of sessions and tenants cannot be built. */
export function unmappedSessions({ sessions, session, tenants }: Json): string[] {
  const reasons: string[] = [];
  if (sessions !== undefined && !isObject(sessions)) reasons.push('setup sessions: is no object');
  if (session !== undefined && sessions !== undefined) reasons.push('setup session: stands beside sessions');
  for (const [name, tenant] of isObject(tenants) ? Object.entries(tenants) : []) {
    const unknown = isObject(tenant) ? Object.keys(tenant).find((key) => key !== 'tools') : 'no object';
    if (unknown !== undefined) reasons.push(`setup tenants.${name}: ${unknown} is not known to the runner`);
  }
  return reasons;
}
