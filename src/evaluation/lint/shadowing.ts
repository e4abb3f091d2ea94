import { truncate } from '../../shared/truncate.ts';
import { type Catalog, singleLine, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';
import { overrideKey } from './overrides.ts';

/** A word that can only be a name: it has a separator or inner capitals, and is no short word. */
const NAME_LIKE = /\b[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
const MIN_NAME = 6;
/** What turns a mention into a say in how the other is used. */
const ORDERS =
  /\b(?:instead\s+of|rather\s+than|do\s+not\s+use|don['’]t\s+use|never\s+use|replaces?|before\s+(?:using|calling)|when\s+(?:using|calling)|whenever|must)\b/iu;

/** Descriptions that speak of tools of other servers (tool shadowing): one server's text steers how another's is used. */
export function shadowing({ tools }: Catalog): readonly LintFinding[] {
  const owners = new Map<string, Tool[]>();
  for (const tool of tools) {
    const name = tool.originalName;
    if (name.length < MIN_NAME || name.match(NAME_LIKE)?.[0] !== name) continue;
    const list = owners.get(name);
    if (list === undefined) owners.set(name, [tool]);
    else list.push(tool);
  }
  return tools.flatMap((tool): LintFinding[] => {
    for (const sentence of tool.description.split(/(?<=[.!?。！？])\s+|\n+/u)) {
      for (const [word] of sentence.matchAll(NAME_LIKE)) {
        const named = owners.get(word);
        // A name that its own server has too is most likely its own.
        if (named === undefined || named.some(({ source }) => source.name === tool.source.name)) continue;
        const orders = ORDERS.test(sentence);
        const message = `${tool.id} ${orders ? 'says how to use' : 'speaks of'} ${named[0]!.id}, a tool of another server.`;
        const without = singleLine(tool.description.replace(sentence, ' '));
        return [
          finding(
            'speaks-of-other-tools',
            orders ? 'error' : 'warning',
            [tool.id, ...named.map(({ id }) => id)],
            message,
            {
              quote: truncate(singleLine(sentence), 160),
              ...(orders && without !== '' ? { overrides: { [overrideKey(tool)]: { description: without } } } : {}),
            },
          ),
        ];
      }
    }
    return [];
  });
}
