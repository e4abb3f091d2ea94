import type { Caller } from '../auth/index.ts';
import type { ObservedSession } from '../observed-session.ts';
import { pendingOf } from './approvals.ts';
import type { LiveTopic } from './types.ts';
import type { DashboardOptions } from './view.ts';

/** Changes are told together, at most this often: a page draws no faster than people read. */
const TELL_EVERY_MS = 500;
/** So that neither a proxy nor the page takes silence for the end. */
const PING_MS = 15_000;
/** Pages that may listen at once; each costs an open connection. */
const MAX_LISTENERS = 100;

/** Tells pages that something has changed, never what: they ask again, and are answered within their rights. */
export class LiveUpdates {
  readonly #options: DashboardOptions;
  #open = 0;

  constructor(options: DashboardOptions) {
    this.#options = options;
  }

  /** A stream of server-sent events (`data: tools,activity`) until the page goes away. */
  stream(view: ObservedSession, caller: Caller, signal: AbortSignal): Response {
    if (this.#open >= MAX_LISTENERS) return new Response('Too many pages are listening.', { status: 503 });
    this.#open++;
    const { activity, approvals, onChange } = this.#options;
    const encoder = new TextEncoder();
    const waiting = new Set<LiveTopic>();
    // Servers and approvals of others change as well; a page hears of what it would see otherwise than before.
    const seen: Partial<Record<LiveTopic, () => string>> = {
      servers: () => JSON.stringify(view.statuses()),
      approvals: () => JSON.stringify(pendingOf(view, caller, approvals).map(({ id }) => id)),
    };
    const last = new Map(Object.entries(seen).map(([topic, look]) => [topic, look()]));
    const isNew = (topic: LiveTopic): boolean => {
      const look = seen[topic];
      if (look === undefined) return true;
      const now = look();
      const before = last.get(topic);
      last.set(topic, now);
      return now !== before;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        const tell = (topic: LiveTopic) => (): void => {
          waiting.add(topic);
          timer ??= setTimeout(() => {
            timer = undefined;
            const topics = [...waiting].filter(isNew);
            waiting.clear();
            if (topics.length > 0) send(`data: ${topics.join(',')}\n\n`);
          }, TELL_EVERY_MS);
        };
        const ping = setInterval(() => send(': still here\n\n'), PING_MS);
        ping.unref();
        const stops = [
          view.onCatalogChange(tell('tools')),
          onChange(tell('servers')),
          activity.onEvent(tell('activity'), () => view.policy()),
          approvals?.onChange(tell('approvals')),
        ];
        end = () => {
          end = () => {};
          this.#open--;
          clearTimeout(timer);
          clearInterval(ping);
          for (const stop of stops) stop?.();
        };
        signal.addEventListener(
          'abort',
          () => {
            end();
            try {
              controller.close();
            } catch {
              // The page has closed its side already.
            }
          },
          { once: true },
        );
        send(': here\n\n');
      },
      cancel: () => end(),
    });
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}
