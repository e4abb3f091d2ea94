import { APPROVAL_EFFECTS, type ApprovalRule, readApprovalRules } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import type { ApprovalSettings } from '../approvals/index.ts';
import type { NumberRange, SettingsReader } from './settings-reader.ts';

export const NO_APPROVALS: ApprovalSettings = { rules: [] };

const KEYS = ['rules', 'otherwise', 'ask', 'timeoutMs', 'folder'];
/** From what nobody can answer in to a working day. */
const TIMEOUT: NumberRange = { min: 1_000, max: 24 * 60 * 60_000, integer: true };

/**
 * Reads the section `approvals`. Strict, keys too: rules that are not followed let calls run. `folder` is resolved by
 * `toPath`, from the folder of the file.
 */
export async function readApprovals(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): Promise<ApprovalSettings> {
  refuseMistyped(root, reader);
  if (!Object.hasOwn(root, 'approvals')) return NO_APPROVALS;
  const section = root.approvals;
  if (!isObject(section)) return reader.fail('approvals', 'must be an object');
  const unknown = Object.keys(section).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const nearest = nearestKey(unknown, KEYS);
    const hint = nearest === undefined ? `known keys: ${KEYS.join(', ')}` : `did you mean ${nearest}?`;
    return reader.fail(`approvals.${unknown}`, `is not known; ${hint}`);
  }
  const { rules = [], otherwise, ask, timeoutMs, folder } = section;
  return {
    rules: await readRules(rules, reader),
    ...(otherwise === undefined ? {} : { otherwise: reader.oneOf(otherwise, 'approvals.otherwise', APPROVAL_EFFECTS) }),
    ...(ask === undefined ? {} : { ask: reader.oneOf(ask, 'approvals.ask', ['auto', 'client', 'operator'] as const) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: reader.number(timeoutMs, 'approvals.timeoutMs', TIMEOUT) }),
    ...(folder === undefined ? {} : { folder: toPath(reader.text(folder, 'approvals.folder')) }),
  };
}

async function readRules(value: unknown, reader: SettingsReader): Promise<readonly ApprovalRule[]> {
  try {
    return await readApprovalRules(value, 'approvals.rules');
  } catch (error) {
    if (!(error instanceof ToolscoutError)) throw error;
    return reader.fail(String(error.details.key), String(error.details.problem));
  }
}

function refuseMistyped(root: Readonly<Record<string, unknown>>, reader: SettingsReader): void {
  for (const [key, value] of Object.entries(root)) {
    const isServer = isObject(value) && ('command' in value || 'url' in value);
    if (key === 'approvals' || isServer || nearestKey(key, ['approvals']) === undefined) continue;
    reader.fail(key, 'is not known; did you mean approvals?');
  }
}
