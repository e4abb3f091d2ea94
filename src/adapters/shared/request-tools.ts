import type { Catalog, SchemaTarget, Tool } from '../../tools/index.ts';
import { type DeclaredTool, declareListed, declareTool } from './declared.ts';
import type { ToolAccess } from './tool-access.ts';

/** The tools of one moment, sorted by how a request may carry them. */
export interface RequestTools {
  /** The three tools of the bridge; fewer, or none, where nothing is hidden. */
  readonly bridge: readonly DeclaredTool[];
  /** Tools that are never hidden. */
  readonly visible: readonly DeclaredTool[];
  /** The rest, in order of id. */
  readonly hidden: readonly Tool[];
}

/** Reads what there is. No name is in two of the lists. */
export async function readRequestTools(access: ToolAccess, target: SchemaTarget): Promise<RequestTools> {
  const listed = await access.bridgeTools();
  const catalog = access.catalog();
  const bridgeNames = new Set(Object.values(access.bridgeNames));
  const bridge: DeclaredTool[] = [];
  const visible = new Map<string, DeclaredTool>();
  for (const definition of listed) {
    if (bridgeNames.has(definition.name)) {
      // A call through it carries the arguments of any tool, so nothing holds a model to its schema.
      bridge.push(declareListed(definition, target === 'openai-strict' ? 'openai' : 'anthropic'));
      continue;
    }
    // Where every tool is passed through, names are those of the servers.
    const tool = toolNamed(catalog, definition.name) ?? foundByName(catalog.tools, definition.name);
    const declared = tool === undefined ? declareListed(definition, target) : declareTool(tool, target);
    visible.set(declared.name, declared);
  }
  const hidden = catalog.tools.filter(({ name }) => !visible.has(name) && !bridgeNames.has(name));
  return { bridge, visible: [...visible.values()], hidden };
}

/** The tool that models call by this very name. */
export function toolNamed(catalog: Catalog, name: string): Tool | undefined {
  const resolution = catalog.resolve(name);
  return resolution.kind === 'found' && resolution.tool.name === name ? resolution.tool : undefined;
}

function foundByName(tools: readonly Tool[], name: string): Tool | undefined {
  const owners = tools.filter((tool) => tool.originalName === name);
  return owners.length === 1 ? owners[0] : undefined;
}
