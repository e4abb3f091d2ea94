import { ToolscoutError } from '../../errors.ts';
import { preferredName, type Tool } from '../../tools/index.ts';
import { type BridgeNames, DEFAULT_BRIDGE_NAMES } from '../bridge/definitions.ts';

/** One name that means a client's tool and something else. */
export interface NameCollision {
  readonly name: string;
  readonly client: Tool;
  /** Missing where the name is that of a bridge tool. */
  readonly other?: Tool;
}

/**
 * Client tools whose name is also that of another tool of the session, or of the bridge. In directory mode a model may
 * call any of these by its bare name, so that one of the two could never be reached (SPEC C4). Names count as sources
 * give them, before the catalog has set them apart. In order of name.
 */
export function findNameCollisions(
  tools: Iterable<Tool>,
  names: BridgeNames = DEFAULT_BRIDGE_NAMES,
): readonly NameCollision[] {
  const owners = new Map<string, Tool[]>();
  for (const tool of tools) {
    const name = preferredName(tool.source, tool.originalName);
    const group = owners.get(name);
    if (group === undefined) owners.set(name, [tool]);
    else group.push(tool);
  }
  const reserved = new Set(Object.values(names));
  const collisions: NameCollision[] = [];
  for (const [name, group] of owners) {
    const client = group.find(({ source }) => source.kind === 'client');
    if (client === undefined) continue;
    if (reserved.has(name)) collisions.push({ name, client });
    for (const other of group) if (other !== client) collisions.push({ name, client, other });
  }
  const key = ({ name, other }: NameCollision) => `${name} ${other?.id ?? ''}`;
  return collisions.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The error for {@link findNameCollisions}: names both owners of each name. */
export function nameCollisionError(collisions: readonly NameCollision[]): ToolscoutError {
  const each = collisions.map(
    ({ name, client, other }) => `"${name}" is both ${client.id} and ${other?.id ?? 'a tool of the bridge'}`,
  );
  return new ToolscoutError('NAME_COLLISION', `In directory mode a name must mean one tool: ${each.join('; ')}.`, {
    next: 'Rename the client tool, leave one of the two out, or use the mode "tools".',
    details: {
      collisions: collisions.map(({ name, client, other }) => ({
        name,
        client: client.id,
        ...(other === undefined ? {} : { other: other.id }),
      })),
    },
  });
}
