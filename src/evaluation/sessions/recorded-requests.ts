import type { CallFinishedEvent, SearchEvent, TelemetryEvent } from '../../calling/index.ts';
import { contentHash } from '../../shared/hash.ts';

/** What somebody once searched for, what was offered, and what was called then. */
export interface RecordedRequest {
  /** Equal for equal texts. */
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  /** Searches in these words. */
  readonly times: number;
  /** Of the last of them. */
  readonly verdict: SearchEvent['verdict'];
  readonly hits: readonly string[];
  /** Tool → grade: 2 where it was offered and called, 1 where it was called although another search had to find it. */
  readonly called: ReadonlyMap<string, number>;
}

export interface RecordedSessions {
  readonly requests: readonly RecordedRequest[];
  /** Searches whose text is not in the log: it holds none unless `telemetry.content` is set. */
  readonly withoutText: number;
}

/**
 * Reads searches out of a session log and labels them by what was called. A call belongs to the last search of its session
 * that offered the tool; one that none offered belongs to the last search before it, which did not find it. Calls that
 * were refused or failed label nothing, and neither do direct ones: nobody searched for those.
 */
export function recordedRequests(events: Iterable<TelemetryEvent>): RecordedSessions {
  const sessions = new Map<string, TelemetryEvent[]>();
  for (const event of events) {
    const list = sessions.get(event.session);
    if (list === undefined) sessions.set(event.session, [event]);
    else list.push(event);
  }
  const byText = new Map<string, { search: SearchEvent; times: number; called: Map<string, number> }>();
  let withoutText = 0;
  for (const list of sessions.values()) {
    const searches: SearchEvent[] = [];
    for (const event of [...list].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
      if (event.type === 'search' && event.verdict !== 'failed') {
        searches.push(event);
        if (event.query === undefined) withoutText++;
        else {
          const known = byText.get(event.query);
          byText.set(event.query, {
            search: event,
            times: (known?.times ?? 0) + 1,
            called: known?.called ?? new Map(),
          });
        }
      } else if (event.type === 'call' && isLabel(event)) {
        const offering = searches.findLast(({ hits }) => hits.includes(event.tool!));
        const text = (offering ?? searches.at(-1))?.query;
        const called = text === undefined ? undefined : byText.get(text)!.called;
        called?.set(event.tool!, Math.max(called.get(event.tool!) ?? 0, offering === undefined ? 1 : 2));
      }
    }
  }
  return {
    requests: [...byText].map(([text, { search, times, called }]) => ({
      id: `rec-${contentHash(text).slice(0, 10)}`,
      text,
      lang: languageOf(text),
      times,
      verdict: search.verdict,
      hits: search.hits,
      called,
    })),
    withoutText,
  };
}

function isLabel({ tool, outcome, entrance }: CallFinishedEvent): boolean {
  return tool !== undefined && (outcome === 'ok' || outcome === 'error') && entrance !== 'direct' && entrance !== 'cli';
}

/** By script: what a log can tell. Texts in Latin letters are taken for English, which most of them are. */
function languageOf(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en';
}
