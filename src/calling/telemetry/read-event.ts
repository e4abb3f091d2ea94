import { isObject } from '../../shared/json.ts';
import { TELEMETRY_VERSION, type TelemetryEvent } from './events.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const amount: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const flag: Check = (value) => typeof value === 'boolean';
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const oneOf =
  (...choices: readonly string[]): Check =>
  (value) =>
    choices.some((choice) => choice === value);
const catalog: Check = (value) =>
  isObject(value) &&
  amount(value.size) &&
  text(value.epoch) &&
  isObject(value.sources) &&
  Object.values(value.sources).every(amount);

/** What an event of each type must have. Fields beside these are let through: a later version may have more. */
const FIELDS: Readonly<Record<TelemetryEvent['type'], Readonly<Record<string, Check>>>> = {
  assembly: {
    mode: text,
    visible: amount,
    deferred: amount,
    toolBytes: amount,
    promptBytes: amount,
    tokens: amount,
    exactTokens: flag,
    catalog,
  },
  search: {
    queryLength: amount,
    queryHash: text,
    verdict: text,
    tier: text,
    hits: texts,
    shown: amount,
    total: amount,
    ms: amount,
  },
  describe: { tools: texts, bytes: amount, ms: amount },
  call: {
    callId: text,
    entrance: text,
    outcome: oneOf('ok', 'error', 'refused', 'failed'),
    ms: amount,
  },
  policy: { callId: text, tool: text, source: text, server: text, decision: text },
  approval: { callId: text, tool: text, source: text, server: text, decision: text, ms: amount },
};
const OPTIONAL_TEXTS = ['tool', 'name', 'source', 'server', 'code'];

/** One line of a session log as an event; undefined for anything else, such as a line that was cut off. */
export function readTelemetryEvent(line: string): TelemetryEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(event) || event.v !== TELEMETRY_VERSION || !text(event.session) || !isTime(event.at)) return undefined;
  const type = String(event.type);
  if (!Object.hasOwn(FIELDS, type)) return undefined;
  const fields = FIELDS[type as TelemetryEvent['type']];
  const members = event;
  const isWhole = Object.entries(fields).every(([field, check]) => check(members[field]));
  const areTexts = OPTIONAL_TEXTS.every((field) => members[field] === undefined || text(members[field]));
  return isWhole && areTexts ? (event as unknown as TelemetryEvent) : undefined;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
