import type { FilterInput } from '../engine/index.ts';
import { ToolscoutError } from '../errors.ts';
import { CALLER_RIGHTS, type Grant } from '../gateway/index.ts';

export interface GrantOptions {
  readonly agent?: string;
  readonly profile?: string;
  readonly sandbox?: string;
  readonly channel?: string;
  readonly filter?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly view?: readonly string[];
  readonly may?: string;
}

const NAMES = ['agent', 'profile', 'sandbox', 'channel'] as const;
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DAY = /^\d{4}-\d\d-\d\d(?:T.*)?$/;

/** What a new key is given, of the options of the command line. Their content is checked by whoever keeps it. */
export function readGrantOptions({ filter, allow, deny, view, may = 'use', ...names }: GrantOptions): Grant {
  const rights = may.split(',').map((one) => CALLER_RIGHTS.find((right) => right === one.trim()));
  if (!rights.every((right) => right !== undefined)) {
    throw new ToolscoutError('USAGE', `--may is "${may}".`, { next: `Give any of ${CALLER_RIGHTS.join(',')}.` });
  }
  return {
    ...Object.fromEntries(NAMES.flatMap((name) => (names[name] === undefined ? [] : [[name, names[name]]]))),
    ...(filter === undefined ? {} : { filter: filter as FilterInput }),
    ...(allow === undefined && deny === undefined
      ? {}
      : { rules: { ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) } }),
    ...(view === undefined ? {} : { views: view }),
    may: rights,
  };
}

/** `90d`, `12h`, `30m`: in milliseconds. */
export function readDuration(text: string, flag: string): number {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
  if (number !== undefined && unit !== undefined) return Number(number) * UNITS[unit as keyof typeof UNITS];
  throw new ToolscoutError('USAGE', `${flag} is "${text}".`, { next: 'Give minutes, hours or days: 30m, 12h, 90d.' });
}

/** When a key ends: a duration from now, a day, or `never`. */
export function readExpiry(text: string, now: Date): Date | undefined {
  if (text === 'never') return undefined;
  const end = DAY.test(text) ? new Date(text) : new Date(now.getTime() + readDuration(text, '--expires'));
  if (!Number.isNaN(end.getTime()) && end > now) return end;
  throw new ToolscoutError('USAGE', `--expires is "${text}".`, {
    next: 'Give a time to come: 90d, 2030-12-31, or never.',
  });
}
