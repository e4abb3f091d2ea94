import type { SearcherAnswer } from '../evaluate.ts';
import type { RecordedRequest } from './recorded-requests.ts';

/** One recorded search beside what the search says now. */
export interface ReplayedRequest {
  readonly text: string;
  /** The tool that was called, where one was; of several the one that stands highest now. */
  readonly tool: string | null;
  /** Its place among the hits then, and in the ranking now; null where it was not there. */
  readonly from: number | null;
  readonly to: number | null;
  readonly verdictThen: string;
  readonly verdictNow: string;
  /** The first hit is another one now. */
  readonly firstChanged: boolean;
}

/** What a change of tools or of the search does to what people asked for. */
export interface Replay {
  readonly requests: number;
  /** Requests after which a tool was called; the next figures are about these. */
  readonly labelled: number;
  readonly shownThen: number;
  readonly shownNow: number;
  readonly firstThen: number;
  readonly firstNow: number;
  /** The tool called stands higher, lower, the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** Tools that were called and do not exist any more: in none of the figures above. */
  readonly gone: readonly string[];
  /** Of all requests: `none → confident` and how often. Unchanged ones are left out. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly firstChanged: number;
  /** Everything that is another now, what fell first. */
  readonly moved: readonly ReplayedRequest[];
}

/**
 * Asks recorded requests again.
 * @param search answers as a model would be answered: `ranked` in full, `shown` so many.
 */
export async function replaySessions(
  requests: readonly RecordedRequest[],
  search: (text: string) => Promise<SearcherAnswer>,
  options: {
    readonly shown: number;
    readonly exists: (tool: string) => boolean;
    readonly onAsked?: (asked: number) => void;
  },
): Promise<Replay> {
  const { shown, exists, onAsked = () => {} } = options;
  const replayed: ReplayedRequest[] = [];
  const gone = new Set<string>();
  for (const [asked, request] of requests.entries()) {
    onAsked(asked + 1);
    const answer = await search(request.text);
    const ranked = answer.ranked.map(({ id }) => id);
    const called = [...request.called.keys()];
    for (const tool of called) if (!exists(tool)) gone.add(tool);
    const place = (list: readonly string[], tool: string) => (list.includes(tool) ? list.indexOf(tool) + 1 : null);
    const [tool] = called
      .filter(exists)
      .sort((a, b) => (place(ranked, a) ?? Number.POSITIVE_INFINITY) - (place(ranked, b) ?? Number.POSITIVE_INFINITY));
    replayed.push({
      text: request.text,
      tool: tool ?? null,
      from: tool === undefined ? null : place(request.hits, tool),
      to: tool === undefined ? null : place(ranked, tool),
      verdictThen: request.verdict,
      verdictNow: answer.verdict,
      firstChanged: (request.hits[0] ?? null) !== (answer.verdict === 'none' ? null : (ranked[0] ?? null)),
    });
  }
  const labelled = replayed.filter(({ tool }) => tool !== null);
  const isShown = (rank: number | null, verdict: string) => rank !== null && rank <= shown && verdict !== 'none';
  const count = (holds: (one: ReplayedRequest) => boolean) => labelled.filter(holds).length;
  const verdicts = new Map<string, number>();
  for (const { verdictThen, verdictNow } of replayed) {
    if (verdictThen === verdictNow) continue;
    const change = `${verdictThen} → ${verdictNow}`;
    verdicts.set(change, (verdicts.get(change) ?? 0) + 1);
  }
  return {
    requests: replayed.length,
    labelled: labelled.length,
    shownThen: count(({ from }) => from !== null),
    shownNow: count(({ to, verdictNow }) => isShown(to, verdictNow)),
    firstThen: count(({ from }) => from === 1),
    firstNow: count(({ to, verdictNow }) => to === 1 && verdictNow !== 'none'),
    better: count((one) => change(one, shown) > 0),
    worse: count((one) => change(one, shown) < 0),
    same: count((one) => change(one, shown) === 0),
    gone: [...gone].sort(),
    verdicts: Object.fromEntries([...verdicts].sort((a, b) => b[1] - a[1])),
    firstChanged: replayed.filter((one) => one.firstChanged).length,
    moved: replayed
      .filter((one) => change(one, shown) !== 0 || one.verdictThen !== one.verdictNow || one.firstChanged)
      .sort((a, b) => change(a, shown) - change(b, shown)),
  };
}

/** What a model sees of the move: places beyond what is shown are all the same. */
function change({ tool, from, to, verdictNow }: ReplayedRequest, shown: number): number {
  if (tool === null) return 0;
  const worth = (rank: number | null) => (rank === null || rank > shown ? 0 : 1 / rank);
  return (verdictNow === 'none' ? 0 : worth(to)) - worth(from);
}
