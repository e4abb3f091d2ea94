import { own } from '../../shared/json.ts';

/** Which log messages one 2025-era session wants: all of them until it says otherwise. */
export class LogLevels {
  #level = 'debug';

  get level(): string {
    return this.#level;
  }

  /** False for what is no level. */
  set(level: string): boolean {
    if (!SEVERITIES.includes(level)) return false;
    this.#level = level;
    return true;
  }

  /** May this notification go to the session? */
  admits(method: string, params: Readonly<Record<string, unknown>>): boolean {
    return method !== 'notifications/message' || reaches(own(params, 'level'), this.#level);
  }
}

const SEVERITIES = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Is a message of this level wanted by somebody who asked for `threshold`? Unknown levels always are. */
export function reaches(level: unknown, threshold: unknown): boolean {
  if (threshold === undefined) return false;
  const at = SEVERITIES.indexOf(String(level));
  return at === -1 || at >= SEVERITIES.indexOf(String(threshold));
}

/** The lowest of some levels: what a server shared by all has to say to satisfy each. */
export function lowestLevel(levels: Iterable<string>): string | undefined {
  return [...levels].sort((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b))[0];
}
