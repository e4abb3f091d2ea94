import type { FilterInput } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { own } from '../../shared/json.ts';
import { compilePolicy, type PolicyLayer, type PolicyLayerKind } from './policy.ts';
import { type PolicyRules, readPolicyRules } from './rules.ts';

/** Who a session is: the names under which its layers are looked up, and what else narrows it. */
export interface SessionScope {
  readonly agent?: string;
  readonly profile?: string;
  readonly sandbox?: string;
  readonly session?: string;
  readonly channel?: string;
  /** A filter over tags, such as `{"tenant": "t1"}`. */
  readonly filter?: FilterInput;
}

/** Rules by name. The name `*` holds for every name that has no rules of its own. */
export type NamedRules = Readonly<Record<string, PolicyRules>>;

/** All rules of an installation. */
export interface PolicyBook {
  /** For everyone. */
  readonly all?: PolicyRules;
  readonly agents?: NamedRules;
  readonly profiles?: NamedRules;
  readonly sandboxes?: NamedRules;
  readonly sessions?: NamedRules;
  readonly channels?: NamedRules;
  /** Tags that filters may name although no tool carries them at the moment. */
  readonly tags?: readonly string[];
}

/** Each layer with its table in the book. */
export const POLICY_TABLES: Readonly<Record<TabledLayer, PolicyTable>> = {
  agent: 'agents',
  profile: 'profiles',
  sandbox: 'sandboxes',
  session: 'sessions',
  channel: 'channels',
};
export type PolicyTable = 'agents' | 'profiles' | 'sandboxes' | 'sessions' | 'channels';
type TabledLayer = Exclude<PolicyLayerKind, 'all'>;

const NOTHING: PolicyRules = { allow: [] };

/**
 * The layers that hold for a session. Fails closed: where a table exists, a session without a name in it, or with one
 * that is not there, may use nothing.
 */
export function layersOf(book: PolicyBook, scope: SessionScope): readonly PolicyLayer[] {
  const layers: PolicyLayer[] = book.all === undefined ? [] : [{ kind: 'all', rules: book.all }];
  for (const kind of Object.keys(POLICY_TABLES) as TabledLayer[]) {
    const table = book[POLICY_TABLES[kind]];
    if (table === undefined) continue;
    const name = scope[kind];
    const rules = (name === undefined ? undefined : own(table, name)) ?? own(table, '*') ?? NOTHING;
    layers.push({ kind, ...(name === undefined ? {} : { name }), rules: rules as PolicyRules });
  }
  if (scope.filter !== undefined) {
    layers.push({ kind: 'session', name: 'filter', rules: { allow: [{ tags: scope.filter }] } });
  }
  return layers;
}

/**
 * Reads every rule of a book, whoever they are for.
 * @param tags that tools carry. A rule over another one, which the book does not declare either, is a typing error, and
 *   as `deny` it would hold nobody back.
 * @throws ToolscoutError `CONFIG_INVALID` that names the first rule which cannot be used.
 */
export function checkPolicyBook(book: PolicyBook, tags: Iterable<string>): void {
  const known = new Set([...tags, ...(book.tags ?? [])]);
  const check = (rules: PolicyRules, key: string): void => {
    readPolicyRules(rules, key);
    const unknown = compilePolicy([{ kind: 'all', rules }]).tags.find((tag) => !known.has(tag));
    if (unknown === undefined) return;
    const nearest = nearestKey(unknown, [...known]);
    const hint =
      nearest === undefined
        ? 'Declare it in "tags" of the policy'
        : `Did you mean "${nearest}"? If not, declare it in "tags" of the policy`;
    throw new ToolscoutError('CONFIG_INVALID', `${key} has a rule over the tag "${unknown}", which no tool carries`, {
      next: `${hint}.`,
      details: { key, tag: unknown },
    });
  };
  if (book.all !== undefined) check(book.all, 'all');
  for (const table of Object.values(POLICY_TABLES)) {
    for (const [name, rules] of Object.entries(book[table] ?? {})) check(rules, `${table}.${name}`);
  }
}
