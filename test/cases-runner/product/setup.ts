import type { ToolDefinition, ToolEntry } from '../../../src/tools/index.ts';
import { isObject, type Json, listOf, own } from '../json.ts';
import { unmappedApprovals } from './approvals.ts';
import { unmappedAuxModel } from './aux-model.ts';
import { unmappedHooks } from './hooks.ts';
import { unmappedProvider } from './provider.ts';
import { readSessions, type SessionPlan, tenantEntries, unmappedSessions } from './sessions.ts';

/** `setup` in the product's words. */
export interface SetupPlan {
  /** Fake tools. */
  readonly entries: readonly ToolEntry[];
  /** Entries of `mcpServers`; those with `http` name a script that still has to be started. */
  readonly servers: Readonly<Record<string, Json>>;
  /** The other sections of the configuration. */
  readonly sections: Json;
  /** An OpenAPI document whose API is served beside the servers. */
  readonly openapi: Json | undefined;
  /** A configuration given as text stands for everything but `entries`. */
  readonly configText: string | undefined;
  readonly format: 'jsonc' | 'toml' | undefined;
  /** Added to the gateway's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly hooks: unknown;
  /** `approvals` and `approver` as they are. */
  readonly approval: Json;
  readonly sessions: SessionPlan;
  /** How the auxiliary model of a turn behaves. */
  readonly auxModel: unknown;
  /** The schema dialect that `describe` answers in. */
  readonly target: string | undefined;
}

/** Server of a tool that names none. */
export const DEFAULT_SERVER = 's1';

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'tools',
  'direct',
  'contextWindow',
  'models',
  'servers',
  'openapi',
  'config',
  'config_text',
  'format',
  'env',
  'configs',
  'variants',
  'policies',
  'hooks',
  'target',
  'targets',
  'sessions',
  'session',
  'tenants',
  'telemetry',
  'approvals',
  'approver',
  'aux_model',
  'provider',
  'native',
  'strict',
  'options',
]);

/** Sections that the product's own file has; they are handed on as they are. */
const OWN_SECTIONS: ReadonlySet<string> = new Set([
  'mcpServers',
  'tools',
  'gateway',
  'http',
  'imports',
  'telemetry',
  'preselect',
]);

/** Descriptive spellings in `setup.config` → the product's key. */
const GATEWAY_KEYS: ReadonlySet<string> = new Set([
  'callTimeoutMs',
  'startTimeoutMs',
  'maxTotalTimeoutMs',
  'bridgeNames',
  'maxResultBytes',
]);
const SEARCH_KEYS: Readonly<Record<string, string>> = {
  searchDefaultLimit: 'search_default_limit',
  maxSearchLimit: 'max_search_limit',
};
const CODE_KEYS: readonly string[] = ['codeTimeoutMs'];
/**
 * `searchVariant` asks for a variant of the search where there is one; without it the query is literal text, which the
 * cases allow. `acl` is read with the sessions.
 */
const OPTIONAL_KEYS: ReadonlySet<string> = new Set(['searchVariant', 'acl']);

/** Why a setup cannot be built today; empty when it can. */
export function unmappedSetup(setup: Json): string[] {
  const reasons: string[] = [];
  for (const key of Object.keys(setup)) {
    if (!KNOWN_KEYS.has(key)) reasons.push(`setup ${key}: not known to the runner`);
  }
  for (const key of isObject(setup.config) ? Object.keys(setup.config) : []) {
    if (!isKnownConfigKey(key)) reasons.push(`setup config.${key}: not known to the runner`);
  }
  const { format, telemetry = 'capture' } = setup;
  if (telemetry !== 'capture') reasons.push(`setup telemetry: ${String(telemetry)} is not known to the runner`);
  if (format !== undefined && toFormat(format) === undefined) reasons.push(`setup format ${String(format)}: not known`);
  return [
    ...reasons,
    ...unmappedHooks(setup.hooks),
    ...unmappedSessions(setup),
    ...unmappedApprovals(setup),
    ...unmappedAuxModel(setup.aux_model),
    ...unmappedProvider(setup),
  ];
}

function isKnownConfigKey(key: string): boolean {
  return (
    OWN_SECTIONS.has(key) ||
    GATEWAY_KEYS.has(key) ||
    Object.hasOwn(SEARCH_KEYS, key) ||
    CODE_KEYS.includes(key) ||
    OPTIONAL_KEYS.has(key)
  );
}

/** Snippets take the mode for them, which one family has; searches alone are set in the other. */
function toolSearchSection(config: Json, code: boolean): Json {
  const given = Object.keys(SEARCH_KEYS).filter((key) => Object.hasOwn(config, key));
  if (code) {
    const keys = [...given, ...CODE_KEYS].filter((key) => Object.hasOwn(config, key));
    return { tools: { toolSearch: { mode: 'code', ...Object.fromEntries(keys.map((key) => [key, config[key]])) } } };
  }
  if (given.length === 0) return {};
  return { tools: { tool_search: Object.fromEntries(given.map((key) => [SEARCH_KEYS[key], config[key]])) } };
}

/** Reads a setup that {@link unmappedSetup} has nothing against. `code`: the case runs snippets. */
export function readSetup(setup: Json, code = false): SetupPlan {
  const config = isObject(setup.config) ? setup.config : {};
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => OWN_SECTIONS.has(key)));
  const gateway = Object.fromEntries(Object.entries(config).filter(([key]) => GATEWAY_KEYS.has(key)));
  const sessions = readSessions(setup);
  return {
    entries: [
      ...listOf(setup.tools).filter(isObject).map(toEntry),
      // Tools that are never deferred are those of the host itself.
      ...listOf(setup.direct).filter(isObject).map(toCoreEntry),
      ...tenantEntries(setup.tenants, toEntry),
    ],
    servers: isObject(setup.servers) ? (setup.servers as Record<string, Json>) : {},
    sections: {
      ...own,
      ...(Object.keys(gateway).length === 0 ? {} : { gateway: { ...(own.gateway as Json), ...gateway } }),
      ...(sessions.policy === undefined ? {} : { policy: sessions.policy }),
      ...toolSearchSection(config, code),
    },
    openapi: isObject(setup.openapi) ? setup.openapi : undefined,
    configText: typeof setup.config_text === 'string' ? setup.config_text : undefined,
    format: toFormat(setup.format),
    env: isObject(setup.env) ? (setup.env as Record<string, string>) : {},
    hooks: setup.hooks,
    approval: { approvals: setup.approvals, approver: setup.approver },
    sessions,
    auxModel: setup.aux_model,
    target: typeof setup.target === 'string' ? setup.target : undefined,
  };
}

function toFormat(format: unknown): SetupPlan['format'] {
  if (format === 'toml') return 'toml';
  return format === 'json' || format === 'jsonc' || format === undefined ? 'jsonc' : undefined;
}

function toEntry(tool: Json): ToolEntry {
  const { server, ...definition } = tool;
  const name = typeof server === 'string' ? server : DEFAULT_SERVER;
  return { source: { kind: 'mcp', name }, definition: definition as unknown as ToolDefinition };
}

function toCoreEntry(tool: Json): ToolEntry {
  return { source: { kind: 'core', name: '' }, definition: tool as unknown as ToolDefinition };
}

/** The setup of one entry of `configs`, `variants` or `policies`, laid over the rest. */
export function withVariant(setup: Json, variant: unknown, kind: 'configs' | 'variants' | 'policies'): Json {
  const { [kind]: _all, ...rest } = setup;
  if (kind === 'policies') return { ...rest, session: rulesOf(variant) };
  if (typeof variant === 'string') return { ...rest, config_text: variant };
  if (!isObject(variant)) throw new Error(`an entry of ${kind} is neither text nor object`);
  const { name: _name, label: _label, text, ...fields } = variant;
  if (kind === 'variants') return { ...rest, ...(isObject(own(fields, 'setup')) ? (fields.setup as Json) : fields) };
  if (typeof text === 'string') return { ...rest, ...fields, config_text: text };
  const isSetup = ['config_text', 'config', 'env', 'servers'].some((key) => Object.hasOwn(fields, key));
  return isSetup ? { ...rest, ...fields } : { ...rest, config_text: JSON.stringify(variant) };
}

/** A policy as cases write it: rules, or what is allowed as a pattern or a list of them. */
export function rulesOf(policy: unknown): unknown {
  if (typeof policy === 'string') return { allow: [policy] };
  if (Array.isArray(policy)) return { allow: policy };
  if (!isObject(policy)) return policy;
  const { allow, deny } = policy;
  const pattern = policy.match ?? policy.pattern ?? policy.policy;
  if (allow === undefined && deny === undefined && pattern !== undefined) return rulesOf(pattern);
  return { ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) };
}
