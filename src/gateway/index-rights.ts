import {
  type PolicyLayer,
  type PolicyRule,
  type PolicyRules,
  readPolicyRules,
  type ToolRule,
} from '../calling/index.ts';
import { checkFilterTags, type FilterExpression, readFilter } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import { serverCondition } from '../retrieval/index.ts';

/**
 * What layers of rules leave of an index, as a filter; undefined: all of it. An index keeps tags and servers beside its
 * tools and nothing else that a rule may be about, so any other rule is refused: followed by halves, it would show more
 * than it was meant to.
 * @param tags that tools carry: a rule over another one is a typing error, and would hold nobody back.
 * @throws ToolscoutError `CONFIG_INVALID` that names the rule, or `FILTER_INVALID`
 */
export function filterOfLayers(
  layers: readonly PolicyLayer[],
  tags: ReadonlySet<string>,
): FilterExpression | undefined {
  const parts = layers.flatMap(({ kind, name, rules }) => {
    const title = name === undefined ? kind : `${kind} "${name}"`;
    return partsOf(readPolicyRules(rules, title), (rule) => conditionOf(rule, tags, title));
  });
  return parts.length === 0 ? undefined : allOf(parts);
}

/** All of them. */
function allOf(parts: readonly FilterExpression[]): FilterExpression {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { op: 'and', parts };
}

function partsOf(
  { allow, deny = [] }: PolicyRules,
  condition: (rule: PolicyRule) => FilterExpression,
): readonly FilterExpression[] {
  const denied = deny.map((rule): FilterExpression => ({ op: 'not', part: condition(rule) }));
  if (allow === undefined) return denied;
  const allowed = allow.map(condition);
  return [allowed.length === 0 ? { op: 'none' } : { op: 'or', parts: allowed }, ...denied];
}

function conditionOf(rule: PolicyRule, known: ReadonlySet<string>, title: string): FilterExpression {
  const written: ToolRule = typeof rule === 'string' ? { id: rule } : rule;
  const { id, server, tags, source, annotations } = written;
  const isKept =
    (id === undefined || id === '*') &&
    server?.includes('*') !== true &&
    source === undefined &&
    annotations === undefined;
  if (!isKept) {
    throw new ToolscoutError(
      'CONFIG_INVALID',
      `${title} has the rule ${JSON.stringify(rule)}, which an index cannot follow.`,
      { next: 'Over an index, write rules with "tags" or a whole "server"; tag its tools with what rules are about.' },
    );
  }
  const filter = tags === undefined ? undefined : readFilter(tags);
  if (filter !== undefined) checkFilterTags(filter, known);
  return allOf([...(server === undefined ? [] : [serverCondition(server)]), ...(filter === undefined ? [] : [filter])]);
}
