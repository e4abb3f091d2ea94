import { isAboutSome, POLICY_TABLES, type PolicyRule, type PolicyRules } from '../../calling/index.ts';
import type { ConfigWarning, LoadedConfig } from '../../gateway/index.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { type Catalog, escapeHidden, settingKey, settingNames } from '../../tools/index.ts';

/**
 * Names in the configuration that no tool has, and rules that are about none: mistyped, they are followed by nobody, and
 * nothing else says so. Only true of a catalog that holds the tools of every server.
 */
export function unmatchedNames(config: LoadedConfig, { tools }: Catalog): readonly ConfigWarning[] {
  const written = tools.map(settingKey);
  const warning = (path: string, name: string, others: readonly string[] = written): ConfigWarning => {
    const nearest = nearestKey(name, others);
    const hint = nearest === undefined ? '' : `; did you mean ${escapeHidden(nearest)}?`;
    return {
      path,
      message: `no tool is "${escapeHidden(name)}"${hint}`,
      ...(nearest === undefined ? {} : { nearest }),
    };
  };
  const isNamed = (name: string): boolean => tools.some((tool) => settingNames(tool).includes(name));
  const { gateway, approvals, policy, overrides, servers } = config;
  return [
    ...(gateway.pinned ?? []).flatMap((name, i) => (isNamed(name) ? [] : [warning(`gateway.pinned[${i}]`, name)])),
    // These are looked up by id and by the name that models see, and by no other.
    ...Object.keys(gateway.toolTimeoutsMs ?? {}).flatMap((key) => {
      const shown = tools.map(({ name }) => name);
      const isKnown = shown.includes(key) || tools.some(({ id }) => id === key);
      return isKnown ? [] : [warning('gateway.toolTimeoutsMs', key, shown)];
    }),
    ...Object.keys(overrides).flatMap((name) => (written.includes(name) ? [] : [warning('overrides', name)])),
    ...servers.flatMap(({ name: server, examples = {} }) => {
      const own = tools.filter(({ source }) => source.name === server).map(({ originalName }) => originalName);
      const unknown = Object.keys(examples).filter((name) => !own.includes(name));
      return unknown.map((name) => warning(`mcpServers.${server}.examples`, name, own));
    }),
    ...approvals.rules.flatMap((rule, i) => {
      const effect = rule.decide === 'auto' ? 'allow' : 'deny';
      return namesTool(rule) && !isAboutSome(rule, effect, tools) ? [ruleWarning(`approvals.rules[${i}]`, rule)] : [];
    }),
    ...policyRules(policy.book).flatMap(({ path, rule, effect }) =>
      namesTool(rule) && !isAboutSome(rule, effect, tools) ? [ruleWarning(path, rule)] : [],
    ),
  ];

  function ruleWarning(path: string, rule: PolicyRule): ConfigWarning {
    const { id, server } = typeof rule === 'string' ? { id: rule, server: undefined } : rule;
    if (id !== undefined && server === undefined && !id.includes('*')) return warning(path, id);
    const shown = escapeHidden(id ?? `${server}/*`);
    return { path, message: `this rule is about no tool that there is: ${shown}` };
  }
}

/** Other rules are about kinds of tools, of which there may be none. */
function namesTool(rule: PolicyRule): boolean {
  return typeof rule === 'string' || rule.id !== undefined || rule.server !== undefined;
}

interface WrittenRule {
  readonly path: string;
  readonly rule: PolicyRule;
  readonly effect: 'allow' | 'deny';
}

function policyRules(book: LoadedConfig['policy']['book']): readonly WrittenRule[] {
  const layers: [string, PolicyRules | undefined][] = [['policy.all', book.all]];
  for (const table of Object.values(POLICY_TABLES)) {
    for (const [name, rules] of Object.entries(book[table] ?? {})) layers.push([`policy.${table}.${name}`, rules]);
  }
  return layers.flatMap(([path, rules]) =>
    (['allow', 'deny'] as const).flatMap((effect) =>
      (rules?.[effect] ?? []).map((rule, i) => ({ path: `${path}.${effect}[${i}]`, rule, effect })),
    ),
  );
}
