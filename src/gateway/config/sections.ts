import type { CallOrder } from '../../calling/index.ts';
import { type BridgeNames, DEFAULT_BRIDGE_NAMES, PROFILES, type ProfileId } from '../../disclosure/index.ts';
import { own } from '../../shared/json.ts';
import type { NumberRange, SettingsReader } from './settings-reader.ts';

/** Settings of the gateway itself, and the timeouts of servers that set none. */
export interface GatewaySettings {
  /** The name under which the gateway introduces itself to clients. */
  readonly name?: string;
  /** What the three bridge tools are called; those not named keep their usual names. */
  readonly bridgeNames?: BridgeNames;
  /** Wire format of the bridge's answers. */
  readonly profile?: ProfileId;
  /** Ids or names of tools that are listed beside the bridge. */
  readonly pinned?: readonly string[];
  /** Most characters of the search tool's description in directory mode. */
  readonly directoryMaxCharacters?: number;
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly maxTotalTimeoutMs?: number;
  /** Silence allowed to single tools, by id or by the name that models see. */
  readonly toolTimeoutsMs?: Readonly<Record<string, number>>;
  /** Bytes of text that a result brings at once; 0: no bound. */
  readonly maxResultBytes?: number;
  readonly callOrder?: CallOrder;
  /** Keep what servers list on disk, so that the next start need not wait for them. Default: true. */
  readonly cacheToolLists?: boolean;
}

export interface HttpSettings {
  readonly host?: string;
  readonly port?: number;
  /** Host names, without port, that requests may be addressed to beside those of this machine. */
  readonly allowedHosts?: readonly string[];
}

/** Where example requests come from, beside the tools' own and those written at the servers. */
export interface ExampleSettings {
  /** Use the example requests for well-known servers that come with the package. */
  readonly pack: boolean;
  /** File of examples that a model or a person wrote, absolute. It need not be there. */
  readonly file?: string;
  /** `sampling`: a client that lends its model is asked for drafts of examples. */
  readonly enrich?: 'sampling';
}

export const DEFAULT_EXAMPLES: ExampleSettings = { pack: true };
/** Where the examples file is when none is named: beside the configuration. */
const DEFAULT_EXAMPLES_FILE = 'toolscout.examples.jsonl';

const TIMEOUTS = ['startTimeoutMs', 'callTimeoutMs', 'maxTotalTimeoutMs'] as const;
const BRIDGE_TOOLS = ['search', 'describe', 'call'] as const;

/** Enough for the servers' names at least, and never more than a model should read with each request. */
export const DIRECTORY_CHARACTERS: NumberRange = { min: 500, max: 100_000, integer: true };

/** From "all of it" to more than any model reads. */
const RESULT_BYTES: NumberRange = { min: 0, max: 100_000_000, integer: true };

/** Longest wait that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reads the section `gateway`. */
export function readGateway(root: Readonly<Record<string, unknown>>, reader: SettingsReader): GatewaySettings {
  if (!Object.hasOwn(root, 'gateway')) return {};
  const section = reader.object(root.gateway, 'gateway', [
    'name',
    'bridgeNames',
    'profile',
    'pinned',
    'directoryMaxCharacters',
    'maxResultBytes',
    'callOrder',
    'cacheToolLists',
    'toolTimeoutsMs',
    ...TIMEOUTS,
  ]);
  const timeouts = TIMEOUTS.flatMap((name): [string, number][] => {
    if (!Object.hasOwn(section, name)) return [];
    return [[name, readTimeout(section[name], `gateway.${name}`, reader)]];
  });
  return {
    ...(Object.hasOwn(section, 'name') ? { name: reader.text(section.name, 'gateway.name') } : {}),
    ...(Object.hasOwn(section, 'bridgeNames')
      ? { bridgeNames: readBridgeNames(section.bridgeNames, 'gateway.bridgeNames', reader) }
      : {}),
    ...(Object.hasOwn(section, 'profile')
      ? { profile: reader.oneOf(section.profile, 'gateway.profile', Object.keys(PROFILES) as ProfileId[]) }
      : {}),
    ...(Object.hasOwn(section, 'pinned') ? { pinned: reader.textList(section.pinned, 'gateway.pinned') } : {}),
    ...(Object.hasOwn(section, 'directoryMaxCharacters')
      ? {
          directoryMaxCharacters: reader.number(
            section.directoryMaxCharacters,
            'gateway.directoryMaxCharacters',
            DIRECTORY_CHARACTERS,
          ),
        }
      : {}),
    ...(Object.hasOwn(section, 'maxResultBytes')
      ? { maxResultBytes: reader.number(section.maxResultBytes, 'gateway.maxResultBytes', RESULT_BYTES) }
      : {}),
    ...(Object.hasOwn(section, 'callOrder')
      ? { callOrder: reader.oneOf(section.callOrder, 'gateway.callOrder', ['as-sent', 'in-order']) }
      : {}),
    ...(Object.hasOwn(section, 'cacheToolLists')
      ? { cacheToolLists: reader.boolean(section.cacheToolLists, 'gateway.cacheToolLists') }
      : {}),
    ...(Object.hasOwn(section, 'toolTimeoutsMs')
      ? { toolTimeoutsMs: readToolTimeouts(section.toolTimeoutsMs, reader) }
      : {}),
    ...Object.fromEntries(timeouts),
  };
}

function readToolTimeouts(value: unknown, reader: SettingsReader): Readonly<Record<string, number>> {
  const key = 'gateway.toolTimeoutsMs';
  // Which tools there are is not known yet: every name is taken.
  const section = reader.object(value, key, Object.keys(value ?? {}));
  return Object.fromEntries(
    Object.entries(section).map(([tool, timeout]) => [tool, readTimeout(timeout, `${key}.${tool}`, reader)]),
  );
}

/** Moved to the nearest allowed value, a 0 that was meant as "no limit" would fail every call. */
function readTimeout(value: unknown, key: string, reader: SettingsReader): number {
  if (typeof value === 'number' && value < 1) return reader.fail(key, 'must be at least 1 (milliseconds)');
  return reader.number(value, key, { min: 1, max: MAX_TIMER_MS, integer: true });
}

/** Names of the bridge tools, each for itself. */
export function readBridgeNames(value: unknown, key: string, reader: SettingsReader): BridgeNames {
  const section = reader.object(value, key, BRIDGE_TOOLS);
  const names = { ...DEFAULT_BRIDGE_NAMES };
  for (const tool of BRIDGE_TOOLS) {
    if (!Object.hasOwn(section, tool)) continue;
    const name = reader.text(section[tool], `${key}.${tool}`);
    // The alphabet and length that every model API takes.
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      return reader.fail(`${key}.${tool}`, `is "${name}", but may hold only letters, digits, _ and -, 64 at most`);
    }
    names[tool] = name;
  }
  for (const [index, tool] of BRIDGE_TOOLS.entries()) {
    const other = BRIDGE_TOOLS.slice(0, index).find((earlier) => names[earlier] === names[tool]);
    if (other !== undefined) return reader.fail(key, `calls both ${other} and ${tool} "${names[tool]}"`);
  }
  return names;
}

/** Reads the section `examples`. Paths are resolved by `toPath`, from the folder of the file. */
export function readExampleSettings(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): ExampleSettings {
  const section = reader.object(own(root, 'examples') ?? {}, 'examples', ['pack', 'file', 'enrich']);
  const enrich = Object.hasOwn(section, 'enrich')
    ? reader.oneOf(section.enrich, 'examples.enrich', ['off', 'sampling'])
    : 'off';
  const file = Object.hasOwn(section, 'file') ? reader.text(section.file, 'examples.file') : DEFAULT_EXAMPLES_FILE;
  return {
    pack: Object.hasOwn(section, 'pack') ? reader.boolean(section.pack, 'examples.pack') : DEFAULT_EXAMPLES.pack,
    file: toPath(file),
    ...(enrich === 'off' ? {} : { enrich }),
  };
}

/** Reads the section `http`. */
export function readHttp(root: Readonly<Record<string, unknown>>, reader: SettingsReader): HttpSettings {
  if (!Object.hasOwn(root, 'http')) return {};
  const section = reader.object(root.http, 'http', ['host', 'port', 'allowedHosts']);
  const host = own(section, 'host');
  const port = own(section, 'port');
  const allowedHosts = own(section, 'allowedHosts');
  // A port out of range is no nearby port: this one is not clamped.
  if (port !== undefined && !(Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535)) {
    return reader.fail('http.port', 'must be a whole number from 0 to 65535');
  }
  return {
    ...(host === undefined ? {} : { host: reader.text(host, 'http.host') }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(allowedHosts === undefined ? {} : { allowedHosts: reader.textList(allowedHosts, 'http.allowedHosts') }),
  };
}
