import type { Gateway, ServerStatus } from '../gateway/index.ts';
import type { CliIo } from './io.ts';
import { createProgressLine } from './progress.ts';

/** What a wait looks at. */
export type Waitable = Pick<Gateway, 'catalog' | 'onStatusChange' | 'settled' | 'statuses'>;

export interface WaitOptions {
  /** The longest wait. */
  readonly waitMs: number;
  /** Asked after each change: is there enough to go on, whoever is still starting? Default: never. */
  readonly enough?: () => boolean;
}

/** Where no progress line can be drawn, this much silence is broken by one ordinary line. */
const SAY_SO_AFTER_MS = 2_000;

/** Waits until every server is ready or has failed, until there is enough to go on, or until the time is over. */
export async function waitForServers(gateway: Waitable, options: WaitOptions, io: CliIo): Promise<void> {
  const { waitMs, enough = () => false } = options;
  const progress = createProgressLine(io);
  const show = (): void => progress.update(startingText(gateway.statuses()));
  let go = (): void => {};
  const goOn = new Promise<void>((resolve) => {
    go = resolve;
  });
  const look = (): void => {
    show();
    if (enough()) go();
  };
  const stop = gateway.onStatusChange(look);
  const quiet = setTimeout(() => {
    const waiting = stillStarting(gateway.statuses());
    if (!io.isTty && waiting.length > 0) io.stderr(`still waiting for: ${waiting.join(', ')}\n`);
  }, SAY_SO_AFTER_MS);
  look();
  await Promise.race([gateway.settled(waitMs), goOn]);
  clearTimeout(quiet);
  stop();
  progress.clear();
}

/**
 * Is whatever the reference can mean already decided? An id or a model-safe name belongs to one tool only; a reference
 * behind a server's name is decided once that server is ready or has failed; any other name needs all servers.
 */
export function isDecided(gateway: Waitable, reference: string): boolean {
  const text = reference.trim();
  const { tools } = gateway.catalog();
  if (tools.some((tool) => tool.id === text || tool.name === text)) return true;
  const bare = text.replace(/^(?:mcp|openapi)(?::|__)/, '');
  const owners = gateway
    .statuses()
    .filter(({ name }) => [':', '/', '__'].some((joint) => bare.startsWith(name + joint)));
  return owners.length > 0 && owners.every(({ state }) => state !== 'starting');
}

function stillStarting(statuses: readonly ServerStatus[]): string[] {
  return statuses.filter(({ state }) => state === 'starting').map(({ name }) => name);
}

function startingText(statuses: readonly ServerStatus[]): string {
  const waiting = stillStarting(statuses);
  const through = statuses.length - waiting.length;
  return `Starting servers ${through}/${statuses.length}${waiting.length > 0 ? `, waiting for ${waiting.join(', ')}` : ''}`;
}
