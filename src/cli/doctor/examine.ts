import type { ToolscoutError } from '../../errors.ts';
import type { LoadedConfig, ServerStatus } from '../../gateway/index.ts';
import type { ServerSpec } from '../../sources/index.ts';
import { type Catalog, type SourceKind, type ToolWarning, toolId } from '../../tools/index.ts';

/** What is looked at, in this order; a step is reached only when the ones before it are sound. */
export const STEPS = ['configuration', 'command', 'start', 'sign-in', 'handshake', 'list', 'schemas'] as const;
export type Step = (typeof STEPS)[number];

/** One thing that is wrong, and what to do about it. */
export interface DoctorFinding {
  readonly step: Step;
  /** A fault keeps the server from working; a warning does not. */
  readonly severity: 'fault' | 'warning';
  readonly message: string;
  readonly fix: string;
}

/** What was found out about one server. */
export interface ServerExamination {
  readonly name: string;
  /** `off`: its file switches it off, so nothing was tried. */
  readonly verdict: 'sound' | 'faulty' | 'off';
  readonly origin?: string;
  readonly findings: readonly DoctorFinding[];
  readonly tools?: number;
  readonly protocolVersion?: string;
  readonly serverInfo?: NonNullable<ServerStatus['serverInfo']>;
  /** From the start of all servers until this one was ready. */
  readonly readyAfterMs?: number;
  /** The end of what its process wrote to stderr. */
  readonly stderrTail?: string;
}

/** Everything that was seen of the servers of one configuration. */
export interface Seen {
  readonly config: LoadedConfig;
  readonly statuses: readonly ServerStatus[];
  readonly catalog: Catalog;
  readonly failureOf: (server: string) => ToolscoutError | undefined;
  /** When the servers were started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** How long they were waited for. */
  readonly waitedMs: number;
}

/** Judges every server of a configuration, in order of name. */
export function examine(seen: Seen): readonly ServerExamination[] {
  const { config, statuses } = seen;
  const byName = new Map(statuses.map((status) => [status.name, status]));
  const named = new Set([...config.servers, ...config.failed].map(({ name }) => name));
  return [
    ...config.servers.map((spec) => examineServer(spec, byName.get(spec.name), seen)),
    // Whatever else has a state: HTTP APIs.
    ...statuses.filter(({ name }) => !named.has(name)).map((status) => examineServer(status, status, seen)),
    ...config.failed.map(
      ({ name, message, origin }): ServerExamination => ({
        ...{ name, origin, verdict: 'faulty' },
        findings: [
          {
            ...{ step: 'configuration', severity: 'fault', message },
            fix: `Correct the entry in ${origin}; variables that are missing must be set where the gateway is started.`,
          },
        ],
      }),
    ),
    ...config.disabled.map(({ name, origin }): ServerExamination => ({ name, origin, verdict: 'off', findings: [] })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A server of the configuration, or something else that is started and lists tools. */
type Examined = Pick<ServerSpec, 'name' | 'origin'> & Partial<Pick<ServerSpec, 'transport'>>;

function examineServer(spec: Examined, status: ServerStatus | undefined, seen: Seen): ServerExamination {
  const { name, origin } = spec;
  const about = { name, ...(origin === undefined ? {} : { origin }) };
  const known = {
    ...(status?.protocolVersion === undefined ? {} : { protocolVersion: status.protocolVersion }),
    ...(status?.serverInfo === undefined ? {} : { serverInfo: status.serverInfo }),
    ...(status?.stderrTail === undefined ? {} : { stderrTail: status.stderrTail }),
  };
  if (status?.state !== 'ready') {
    return { ...about, verdict: 'faulty', findings: [whyNotReady(spec, status, seen)], ...known };
  }
  const findings = [...listFindings(status), ...schemaFindings(spec, seen.catalog)];
  const readyAfterMs = Math.max(0, status.since - seen.startedAt);
  return { ...about, verdict: 'sound', findings, tools: status.tools, readyAfterMs, ...known };
}

function whyNotReady(spec: Examined, status: ServerStatus | undefined, seen: Seen): DoctorFinding {
  const failure = seen.failureOf(spec.name);
  if (failure === undefined) {
    const message = `nothing was heard of it within ${Math.round(seen.waitedMs / 100) / 10} s`;
    const fix = 'Wait longer with --wait SECONDS; where it always takes long, raise startTimeoutMs.';
    return { step: 'handshake', severity: 'fault', message, fix };
  }
  return {
    step: stepOf(failure, spec, status),
    severity: 'fault',
    message: status?.reason ?? failure.message,
    fix: failure.next ?? 'Start the server on its own and look at what it says.',
  };
}

/** How far it came before it failed. */
function stepOf({ code, details }: ToolscoutError, { transport }: Examined, status: ServerStatus | undefined): Step {
  if (transport?.kind === 'stdio' && (details.command !== undefined || details.cwd !== undefined)) return 'command';
  if (code === 'UPSTREAM_SIGN_IN') return 'sign-in';
  // What a server says about itself is known once it has introduced itself.
  if (status?.era !== undefined) return 'list';
  return code === 'SERVER_PROTOCOL' ? 'handshake' : 'start';
}

function listFindings({ tools }: ServerStatus): readonly DoctorFinding[] {
  if (tools > 0) return [];
  const message = 'it lists no tool, or none that the allow and deny lists leave';
  return [{ step: 'list', severity: 'warning', message, fix: 'Check its settings, and allowTools and denyTools.' }];
}

const SCHEMA_CODES: ReadonlySet<ToolWarning['code']> = new Set([
  'SCHEMA_UNUSABLE',
  'OUTPUT_SCHEMA_IGNORED',
  'NAME_MISSING',
  'NAME_DUPLICATE',
  'HIDDEN_CHARACTERS',
]);

/** Repairs that change nothing for a caller are no finding. */
function schemaFindings({ name, transport }: Examined, { warnings }: Catalog): readonly DoctorFinding[] {
  const kind: SourceKind = transport === undefined ? 'openapi' : 'mcp';
  const prefix = toolId({ kind, name }, '');
  return warnings
    .filter(({ tool, code }) => SCHEMA_CODES.has(code) && tool.startsWith(prefix))
    .map(({ message }) => ({
      ...{ step: 'schemas', severity: 'warning', message },
      fix: 'Tell whoever maintains the server; its other tools are not affected.',
    }));
}
