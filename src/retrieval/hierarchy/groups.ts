import type { ToolHit } from '../hit.ts';
import type { NamespaceSize, Namespaces } from './namespaces.ts';

/** A source that an answer points to; `server:` and its name search on in it. */
export interface ToolGroup {
  readonly server: string;
  /** How many of its tools the caller may see. */
  readonly count: number;
  /** The words that most of its tools speak of; may be empty. */
  readonly purpose: string;
}

/** Groups of an answer to a request that asks what there is … */
const BROWSE_GROUPS = 8;
/** … and of one that asks for a tool, and whose likeliest tools are all over the place. */
const SCATTERED_GROUPS = 4;
/** The best of a ranking are scattered when so many of the first five are of different sources. */
const SCATTERED_AMONG = 5;
const SCATTERED_FROM = 4;
/** Tools of one source that speak for it: a source of a thousand is not a thousand times as likely. */
const SPEAKERS = 3;
/** Tools with less than this share of the best score say nothing of their source. */
const SPEAKS_FROM = 0.5;

/**
 * The sources that answer a request to browse.
 * @param ranked for what it asks about; undefined where it asks about everything: then the largest sources
 */
export async function browseGroups(
  namespaces: Namespaces,
  ranked: readonly ToolHit[] | undefined,
): Promise<readonly ToolGroup[]> {
  const servers = ranked === undefined ? largest(await namespaces.list()) : likeliest(ranked);
  return cardsOf(namespaces, servers.slice(0, BROWSE_GROUPS));
}

/** The sources of a ranking that has no favourite among them; none where the first hits are of few. */
export async function scatteredGroups(
  namespaces: Namespaces,
  ranked: readonly ToolHit[],
): Promise<readonly ToolGroup[]> {
  const first = ranked.slice(0, SCATTERED_AMONG);
  if (new Set(first.map(({ tool }) => tool.source.name)).size < SCATTERED_FROM) return [];
  return cardsOf(namespaces, likeliest(ranked).slice(0, SCATTERED_GROUPS));
}

async function cardsOf(namespaces: Namespaces, servers: readonly string[]): Promise<readonly ToolGroup[]> {
  const cards = await Promise.all(servers.map((server) => namespaces.card(server)));
  return cards.flatMap((card) =>
    card === undefined ? [] : [{ server: card.server, count: card.count, purpose: card.purpose }],
  );
}

function largest(sizes: readonly NamespaceSize[] = []): readonly string[] {
  return [...sizes].sort((a, b) => b.count - a.count || (a.server < b.server ? -1 : 1)).map(({ server }) => server);
}

/** Best first, by the scores of the best tools of each; of equals, the one whose tool stands higher. */
function likeliest(ranked: readonly ToolHit[]): readonly string[] {
  const least = SPEAKS_FROM * (ranked[0]?.score ?? 0);
  const groups = new Map<string, { sum: number; speakers: number }>();
  for (const { tool, score, sure } of ranked) {
    // What was named outright has no score.
    if (score < least && sure !== 'exact') continue;
    const group = groups.get(tool.source.name) ?? { sum: 0, speakers: 0 };
    if (group.speakers < SPEAKERS) {
      group.sum += score;
      group.speakers++;
    }
    groups.set(tool.source.name, group);
  }
  return [...groups].sort(([, a], [, b]) => b.sum - a.sum).map(([server]) => server);
}
