import type { Tool } from './definition.ts';

/** How a section of the configuration names a tool: its server's name, and its own there. */
export function settingKey({ source, originalName }: Tool): string {
  return `${source.name}/${originalName}`;
}

/** The key, also as the command line writes it. */
export function pairNames(tool: Tool): readonly string[] {
  return [settingKey(tool), `${tool.source.name}:${tool.originalName}`];
}

/** All that settings may call a tool by: its id, the name that models see, its own name, and that with its server's. */
export function settingNames(tool: Tool): readonly string[] {
  return [tool.id, tool.name, tool.originalName, ...pairNames(tool)];
}
