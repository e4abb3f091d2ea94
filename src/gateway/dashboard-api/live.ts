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
    const seen: Partial<Record<LiveTopic, () => Promise<string>>> = {
      servers: async () => JSON.stringify(await view.statuses()),
      approvals: async () => JSON.stringify(pendingOf(view, caller, approvals).map(({ id }) => id)),
    };
    // What cannot be looked at any more is news as well: the page asks, and is answered why.
    const lookAt = (topic: LiveTopic): Promise<string> | undefined => seen[topic]?.().catch(() => '');
    const last = new Map((Object.keys(seen) as LiveTopic[]).map((topic) => [topic, lookAt(topic)]));
    const isNew = async (topic: LiveTopic): Promise<boolean> => {
      const [before, now] = [last.get(topic), lookAt(topic)];
      last.set(topic, now);
      return now === undefined || (await now) !== (await before);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpen = true;
    let end = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        const tell = (topic: LiveTopic) => (): void => {
          waiting.add(topic);
          timer ??= setTimeout(async () => {
            timer = undefined;
            const told = [...waiting];
            waiting.clear();
            const news = await Promise.all(told.map(isNew));
            const topics = told.filter((_, position) => news[position]);
            if (isOpen && topics.length > 0) send(`data: ${topics.join(',')}\n\n`);
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
          isOpen = false;
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
