import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Elsewhere an unknown key is ignored with a warning; where rights are written it would be rules that nobody follows. */
export function strictSection(
  value: unknown,
  key: string,
  known: readonly string[],
  reader: SettingsReader,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return reader.fail(key, 'must be an object');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value;
  const nearest = nearestKey(unknown, known);
  const hint = nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${nearest}?`;
  return reader.fail(`${key}.${unknown}`, `is not known; ${hint}`);
}
