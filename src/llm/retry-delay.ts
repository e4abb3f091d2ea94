const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** An endpoint that asks for more is not waited for: better an error now than a command that seems to hang. */
const MAX_ASKED_MS = 60_000;

/**
 * How long to wait before the attempt after `attempt` (0: the first): what the endpoint asks for in `retry-after-ms` or
 * `retry-after` (seconds, or a date), else twice as long each time, less up to a quarter by chance. Undefined: the
 * endpoint asks for longer than anybody waits.
 */
export function retryDelayMs(
  attempt: number,
  headers: Headers | undefined,
  random: () => number,
  now: () => number = Date.now,
): number | undefined {
  const asked = headers === undefined ? undefined : askedDelayMs(headers, now);
  if (asked !== undefined) return asked > MAX_ASKED_MS ? undefined : asked;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (1 - random() / 4);
}

function askedDelayMs(headers: Headers, now: () => number): number | undefined {
  const exact = number(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const text = headers.get('retry-after');
  const seconds = number(text);
  if (seconds !== undefined) return seconds * 1_000;
  // Every HTTP date holds a time of day; `Date.parse` alone finds a year in almost any number.
  const date = text?.includes(':') === true ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

function number(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
