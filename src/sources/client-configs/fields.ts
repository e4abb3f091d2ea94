import { isObject } from '../../shared/json.ts';
import type { ConfigProblem } from './format.ts';

/** Collects what is wrong with one entry. */
export class EntryReport {
  readonly server: string;
  readonly problems: ConfigProblem[] = [];

  constructor(server: string) {
    this.server = server;
  }

  get hasErrors(): boolean {
    return this.problems.some((problem) => problem.severity === 'error');
  }

  error(field: string | undefined, message: string, nearest?: string): undefined {
    this.#add('error', field, message, nearest);
  }

  warn(field: string | undefined, message: string, nearest?: string): undefined {
    this.#add('warning', field, message, nearest);
  }

  #add(severity: ConfigProblem['severity'], field: string | undefined, message: string, nearest?: string): void {
    this.problems.push({
      severity,
      server: this.server,
      ...(field === undefined ? {} : { field }),
      message,
      ...(nearest === undefined ? {} : { nearest }),
    });
  }
}

/** What a value is, for a message. Never the value: it may be a secret. */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** A text that is not empty. */
export function readText(value: unknown, field: string, report: EntryReport): string | undefined {
  if (typeof value !== 'string') return report.error(field, `${field} must be a text, not ${describeType(value)}`);
  if (value.trim() === '') return report.error(field, `${field} is empty`);
  return value;
}

export function readBoolean(value: unknown, field: string, report: EntryReport): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return report.error(field, `${field} must be true or false, not ${describeType(value)}`);
}

/** A list of texts. Numbers and booleans are what people mean by `["--port", 8080]`, so they are taken, and told. */
export function readTextList(value: unknown, field: string, report: EntryReport): string[] | undefined {
  if (!Array.isArray(value)) {
    return report.error(field, `${field} must be a list of texts such as ["one", "two"], not ${describeType(value)}`);
  }
  const texts = value.map((item, index) => readScalar(item, `${field}[${index}]`, report));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** An object whose values are texts. */
export function readTextMap(value: unknown, field: string, report: EntryReport): Record<string, string> | undefined {
  if (!isObject(value)) {
    return report.error(field, `${field} must be an object such as {"NAME": "value"}, not ${describeType(value)}`);
  }
  return toMap(Object.entries(value), field, report);
}

/** Headers: an object, or a list of `"Name: value"`, `["Name", "value"]` or `{"name": …, "value": …}`. */
export function readHeaders(value: unknown, field: string, report: EntryReport): Record<string, string> | undefined {
  if (!Array.isArray(value)) return readTextMap(value, field, report);
  const pairs = value.map((item, index): [string, unknown] | undefined => {
    const pair = headerPair(item);
    if (pair !== undefined) return pair;
    return report.error(`${field}[${index}]`, `${field}[${index}] must be a header such as "Name: value"`);
  });
  return pairs.every((pair) => pair !== undefined) ? toMap(pairs, field, report) : undefined;
}

function headerPair(item: unknown): [string, unknown] | undefined {
  if (typeof item === 'string') {
    const colon = item.indexOf(':');
    return colon < 1 ? undefined : [item.slice(0, colon).trim(), item.slice(colon + 1).trim()];
  }
  if (Array.isArray(item)) return item.length === 2 && typeof item[0] === 'string' ? [item[0], item[1]] : undefined;
  if (!isObject(item)) return undefined;
  const name = item.name ?? item.key;
  return typeof name === 'string' ? [name, item.value] : undefined;
}

function toMap(
  pairs: readonly (readonly [string, unknown])[],
  field: string,
  report: EntryReport,
): Record<string, string> | undefined {
  const read = pairs.map(([name, value]) => [name, readScalar(value, `${field}.${name}`, report)] as const);
  const complete = read.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  return complete.length === read.length ? Object.fromEntries(complete) : undefined;
}

function readScalar(value: unknown, field: string, report: EntryReport): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    report.warn(field, `${field} is ${describeType(value)}; taken as the text "${value}"`);
    return String(value);
  }
  return report.error(field, `${field} must be a text, not ${describeType(value)}`);
}

/** Longest wait that a timer of Node can hold; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A number of requests. A wrong one is reported and the default stays: the server itself is sound. */
export function readWholeNumber(value: unknown, field: string, min: number, report: EntryReport): number | undefined {
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  const given = typeof value === 'number' ? String(value) : describeType(value);
  return report.warn(field, `${field} must be a whole number from ${min} on, not ${given}; the default is used`);
}

/** A span of time in milliseconds. A wrong one is reported and the default stays: the server itself is sound. */
export function readTimeout(value: unknown, field: string, unitMs: number, report: EntryReport): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    return Math.min(Math.max(1, Math.round(value * unitMs)), MAX_TIMER_MS);
  }
  const given = typeof value === 'number' ? String(value) : describeType(value);
  return report.warn(field, `${field} must be a number above 0, not ${given}; the default is used`);
}
