import { truncate } from '../../shared/truncate.ts';
import { type Catalog, listParameters, settingKey, singleLine, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';

/** A word that can only be a name: it has a separator or inner capitals, and is no short word. */
const NAME_LIKE = /\b[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
const MIN_NAME = 6;
/** Characters around a mention in which an order is about it. */
const NEAR = 80;
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
      for (const { 0: word, index } of sentence.matchAll(NAME_LIKE)) {
        const named = isArgument(tool, word, sentence, index) ? undefined : owners.get(word);
        // A name that its own server has too is most likely its own.
        if (named === undefined || named.some(({ source }) => source.name === tool.source.name)) continue;
        const orders = ORDERS.test(sentence.slice(Math.max(0, index - NEAR), index + word.length + NEAR));
        const message = `${tool.id} ${orders ? 'says how to use' : 'speaks of'} ${named[0]!.id}, a tool of another server.`;
        const without = singleLine(tool.description.replace(sentence, ' '));
        return [
          finding(
            'speaks-of-other-tools',
            orders ? 'error' : 'note',
            [tool.id, ...named.map(({ id }) => id)],
            message,
            {
              quote: truncate(singleLine(sentence), 160),
              ...(orders && without !== '' ? { overrides: { [settingKey(tool)]: { description: without } } } : {}),
            },
          ),
        ];
      }
    }
    return [];
  });
}

/** Names of arguments and their values look like names of tools. */
function isArgument(tool: Tool, word: string, sentence: string, index: number): boolean {
  const [before, after] = [sentence.slice(Math.max(0, index - 2), index), sentence.slice(index + word.length)];
  if (/^["'`]?\s*[:=]/.test(after) || /[=:(]["'`]?$/.test(before)) return true;
  return listParameters(tool.inputSchema, { maxDepth: 2, maxCount: 200 }).some(({ path }) => path.at(-1) === word);
}
