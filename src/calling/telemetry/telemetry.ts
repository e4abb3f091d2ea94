import { contentHash } from '../../shared/hash.ts';
import type { JsonObject } from '../../shared/json.ts';
import { isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { toJsonText, utf8Bytes } from './byte-size.ts';
import {
  ANONYMOUS_SESSION,
  type ApprovalEvent,
  type ArgumentSizes,
  type AssemblyEvent,
  type CallFinishedEvent,
  type DescribeEvent,
  type PolicyEvent,
  type SearchEvent,
  TELEMETRY_VERSION,
  type TelemetryEvent,
  type TelemetryHead,
  type TelemetrySink,
} from './events.ts';

type Facts<Event extends TelemetryEvent> = Omit<Event, keyof TelemetryHead>;

/** A search as the one who ran it knows it; its text goes no further unless that is wanted. */
export type SearchFacts = Omit<Facts<SearchEvent>, 'queryLength' | 'queryHash' | 'query'> & { readonly query: string };

/** A call with its arguments and the schema that names them. */
export type CallFacts = Omit<Facts<CallFinishedEvent>, 'arguments' | 'argumentsText'> & {
  readonly given?: { readonly arguments: unknown; readonly schema: JsonObject };
};

/** What can be told; {@link Telemetry} makes events of it. */
export type TelemetryFacts =
  | Facts<AssemblyEvent>
  | SearchFacts
  | Facts<DescribeEvent>
  | CallFacts
  | Facts<PolicyEvent>
  | Facts<ApprovalEvent>;

/** Where the use of tools is told, on behalf of a session; undefined: of none. */
export interface Telemetry {
  emit(session: string | undefined, facts: TelemetryFacts): void;
}

export interface TelemetryOptions {
  readonly sinks: readonly TelemetrySink[];
  /** Put texts of requests and values of arguments into the events, too. Default: false. */
  readonly content?: boolean;
  /** What the hashes of requests depend on. Default: another in each process, so that nobody can try requests on them. */
  readonly salt?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told once of each sink that throws. */
  readonly onSinkError?: (error: unknown) => void;
}

const MAX_QUERY_TEXT = 500;
const MAX_ARGUMENTS_TEXT = 2_000;
const HASH_DIGITS = 16;

/** Turns what is told into events, without what is nobody's business, and hands them to every sink. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { sinks, content = false, now = Date.now, onSinkError = () => {} } = options;
  const { salt = globalThis.crypto.randomUUID() } = options;
  const broken = new Set<TelemetrySink>();
  return {
    emit: (session = ANONYMOUS_SESSION, facts) => {
      const head: TelemetryHead = { v: TELEMETRY_VERSION, at: new Date(now()).toISOString(), session };
      const event = Object.freeze({ ...head, ...withoutContent(facts, salt, content) }) as TelemetryEvent;
      for (const sink of sinks) {
        try {
          sink(event);
        } catch (error) {
          if (!broken.has(sink)) onSinkError(error);
          broken.add(sink);
        }
      }
    },
  };
}

function withoutContent(facts: TelemetryFacts, salt: string, content: boolean): object {
  if (facts.type === 'search') {
    const { query, ...rest } = facts;
    const plain = query.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
    return {
      ...rest,
      queryLength: query.length,
      queryHash: contentHash(`${salt}\n${plain}`).slice(0, HASH_DIGITS),
      ...(content ? { query: truncate(query, MAX_QUERY_TEXT) } : {}),
    };
  }
  if (facts.type === 'call') {
    const { given, reference, ...rest } = facts;
    return {
      ...rest,
      ...(given === undefined ? {} : { arguments: sizesOf(given.arguments, given.schema) }),
      ...(content && given !== undefined
        ? { argumentsText: truncate(toJsonText(given.arguments), MAX_ARGUMENTS_TEXT) }
        : {}),
      ...(content && reference !== undefined ? { reference: truncate(reference, MAX_QUERY_TEXT) } : {}),
    };
  }
  return facts;
}

function sizesOf(args: unknown, schema: JsonObject): ArgumentSizes {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const keys: Record<string, number> = Object.create(null);
  let others = 0;
  for (const [key, value] of Object.entries(isObject(args) ? args : {})) {
    if (Object.hasOwn(properties, key)) keys[key] = utf8Bytes(toJsonText(value));
    else others++;
  }
  return { bytes: utf8Bytes(toJsonText(args)), keys: { ...keys }, ...(others === 0 ? {} : { others }) };
}
