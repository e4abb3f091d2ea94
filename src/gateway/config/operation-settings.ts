import { own } from '../../shared/json.ts';
import type { AuditSettings } from '../audit/index.ts';
import type { Rate, RateLimitSettings } from '../limits/index.ts';
import type { SettingsReader } from './settings-reader.ts';

const RATE = { min: 1, max: 1_000_000, integer: true } as const;
/** Where `burst` is not given: what comes in ten seconds, so that an agent may do several things at once. */
const BURST_SHARE = 1 / 6;

/** Reads the section `audit`. Paths are resolved by `toPath`, from the folder of the file. */
export function readAudit(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): AuditSettings | undefined {
  if (!Object.hasOwn(root, 'audit')) return undefined;
  const section = reader.object(root.audit, 'audit', ['file', 'sync']);
  // A record that was asked for and is written nowhere is worse than no start.
  if (!Object.hasOwn(section, 'file')) return reader.fail('audit.file', 'is missing');
  return {
    file: toPath(reader.text(section.file, 'audit.file')),
    ...(Object.hasOwn(section, 'sync') ? { sync: reader.boolean(section.sync, 'audit.sync') } : {}),
  };
}

/** Reads the section `limits`. */
export function readLimits(root: Readonly<Record<string, unknown>>, reader: SettingsReader): RateLimitSettings {
  const section = reader.object(own(root, 'limits') ?? {}, 'limits', ['calls', 'searches']);
  return {
    ...(Object.hasOwn(section, 'calls') ? { calls: readRate(section.calls, 'limits.calls', reader) } : {}),
    ...(Object.hasOwn(section, 'searches') ? { searches: readRate(section.searches, 'limits.searches', reader) } : {}),
  };
}

function readRate(value: unknown, key: string, reader: SettingsReader): Rate {
  const section = reader.object(value, key, ['perMinute', 'burst']);
  if (!Object.hasOwn(section, 'perMinute')) return reader.fail(`${key}.perMinute`, 'is missing');
  const perMinute = reader.number(section.perMinute, `${key}.perMinute`, RATE);
  const burst = Object.hasOwn(section, 'burst')
    ? reader.number(section.burst, `${key}.burst`, RATE)
    : Math.max(1, Math.ceil(perMinute * BURST_SHARE));
  return { perMinute, burst };
}
