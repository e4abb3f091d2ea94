import { type Catalog, settingKey, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';

/** What every provider takes for a name, the server's name and two underscores in front of it included. */
const LONGEST = 64;
/** Shortest name of an override that still says something. */
const SHORTEST_HINT = 12;

/** Names that are shown as something else. */
export function longNames({ tools }: Catalog): readonly LintFinding[] {
  return tools.flatMap((tool): LintFinding[] => {
    const full = tool.source.name === '' ? tool.originalName : `${tool.source.name}__${tool.originalName}`;
    if (full.length <= LONGEST) return [];
    const room = Math.max(SHORTEST_HINT, LONGEST - tool.source.name.length - 2);
    const message = `The name of ${tool.id} has ${full.length} characters with its server's; ${tool.name} is shown.`;
    return [
      finding('long-name', 'note', [tool.id], message, {
        overrides: { [settingKey(tool)]: { name: shorter(tool.originalName, room) } },
      }),
    ];
  });
}

/** The name without whole words from its middle on: first words name the operation, last ones the object. */
function shorter(name: string, room: number): string {
  const words = name.split(/[_\-.]/).filter((word) => word !== '');
  while (words.length > 2 && words.join('_').length > room) words.splice(Math.floor(words.length / 2), 1);
  return words.join('_').slice(0, room);
}

/** Tools of different servers under one name: told apart by the server's name in front only. */
export function sameNames({ tools }: Catalog): readonly LintFinding[] {
  const owners = new Map<string, Tool[]>();
  for (const tool of tools) {
    const list = owners.get(tool.originalName.toLowerCase());
    if (list === undefined) owners.set(tool.originalName.toLowerCase(), [tool]);
    else list.push(tool);
  }
  return [...owners.values()].flatMap((list): LintFinding[] => {
    const servers = new Set(list.map(({ source }) => source.name));
    if (servers.size < 2) return [];
    const ids = list.map(({ id }) => id);
    const message = `${list.length} tools of ${servers.size} servers are called "${list[0]!.originalName}".`;
    return [finding('same-name', 'note', ids, message)];
  });
}
