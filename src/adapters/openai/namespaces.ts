import { groupBy } from '../../shared/group-by.ts';
import { preferredName, type Tool } from '../../tools/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { toFunction } from '../shared/openai-function.ts';
import type { OpenAINamespace } from './types.ts';

/**
 * Deferred tools in one namespace for each source, in order of name. Inside of it functions keep the names that are
 * unique in the whole catalog, so that a call is known by its name wherever its namespace got lost.
 */
export function toNamespaces(tools: readonly Tool[], declare: (tool: Tool) => DeclaredTool): OpenAINamespace[] {
  const bySource = groupBy(tools, namespaceName);
  return [...bySource.keys()].sort().map((name) => {
    const members = bySource.get(name)!;
    return {
      type: 'namespace',
      name,
      description: `Tools of ${members[0]!.source.name === '' ? 'the application' : members[0]!.source.name}.`,
      tools: members.map((tool) => toFunction(declare(tool), true)),
    };
  });
}

/** Safe and unique for a source, by the same rule as the names of tools. */
function namespaceName({ source }: Tool): string {
  return preferredName(
    { kind: 'core', name: '' },
    source.name === '' ? 'application' : `${source.kind}_${source.name}`,
  );
}
