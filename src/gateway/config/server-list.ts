import { stableStringify } from '../../shared/json.ts';
import type { ServerSpec } from '../../sources/index.ts';
import {
  type ConfigProblem,
  isOwnGateway,
  type RawServerEntry,
  type ResolveScope,
  resolveServer,
} from '../../sources/index.ts';
import type { ConfigWarning, DisabledServer, FailedServer } from './loaded-config.ts';
import type { GatewaySettings } from './sections.ts';

/** Entries of one file, with what it takes to make servers of them. */
export interface EntryBatch {
  readonly entries: readonly RawServerEntry[];
  readonly problems: readonly ConfigProblem[];
  readonly scope: Omit<ResolveScope, 'origin'>;
  /** The file, as messages name it. */
  readonly file: string;
  /** Key of an entry or one of its fields (neither: of the file) in the configuration being loaded, for warnings. */
  readonly keyOf: (server?: string, field?: string) => string;
  /** Take entries that their file switches off. */
  readonly includeDisabled?: boolean;
  /** Warn of an entry that is the gateway itself; in a client's file it belongs there. */
  readonly warnOfItself?: boolean;
}

/**
 * The servers of all files together. Names are unique: the first file that names a server wins, another definition
 * under the same name is reported.
 */
export class ServerList {
  readonly servers: ServerSpec[] = [];
  readonly failed: FailedServer[] = [];
  readonly disabled: DisabledServer[] = [];
  readonly warnings: ConfigWarning[] = [];
  readonly #owners = new Map<string, { readonly origin: string; readonly endpoint: string | undefined }>();
  readonly #defaults: Pick<ServerSpec, 'startTimeoutMs' | 'callTimeoutMs' | 'maxTotalTimeoutMs'>;

  constructor(gateway: GatewaySettings) {
    const { startTimeoutMs, callTimeoutMs, maxTotalTimeoutMs } = gateway;
    this.#defaults = {
      ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
      ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
      ...(maxTotalTimeoutMs === undefined ? {} : { maxTotalTimeoutMs }),
    };
  }

  async add(batch: EntryBatch): Promise<void> {
    this.#addProblems(batch);
    for (const entry of batch.entries) await this.#addEntry(entry, batch);
  }

  /** Lists a server that has no usable entry, unless another file has one of its name. */
  fail(name: string, message: string, origin: string): void {
    if (this.#owners.has(name)) return;
    this.#owners.set(name, { origin, endpoint: undefined });
    this.failed.push({ name, message, origin });
  }

  #addProblems(batch: EntryBatch): void {
    const errors = new Map<string, string[]>();
    for (const problem of batch.problems) {
      if (problem.severity === 'warning' || problem.server === undefined) this.#warn(problem, batch);
      else errors.set(problem.server, [...(errors.get(problem.server) ?? []), problem.message]);
    }
    for (const [name, messages] of errors) {
      if (!this.#isTaken(name, undefined, batch)) this.fail(name, messages.join('; '), originOf(name, batch));
    }
  }

  async #addEntry(entry: RawServerEntry, batch: EntryBatch): Promise<void> {
    const { name } = entry;
    const origin = originOf(name, batch);
    if (isOwnGateway(entry)) {
      if (batch.warnOfItself === true) {
        this.warnings.push({ path: batch.keyOf(name), message: `${name} is this gateway itself and is left out` });
      }
      return;
    }
    if (this.#isTaken(name, stableStringify(entry.endpoint), batch)) return;
    this.#owners.set(name, { origin, endpoint: stableStringify(entry.endpoint) });
    if (entry.disabled && batch.includeDisabled !== true) {
      this.disabled.push({ name, origin });
      return;
    }
    const { spec, problems } = await resolveServer(entry, { ...batch.scope, origin });
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const problem of problems) if (problem.severity === 'warning') this.#warn(problem, batch);
    if (spec === undefined)
      this.failed.push({ name, message: errors.map(({ message }) => message).join('; '), origin });
    else this.servers.push({ ...this.#defaults, ...spec });
  }

  /** The same definition in two files is no news; another one is. */
  #isTaken(name: string, endpoint: string | undefined, batch: EntryBatch): boolean {
    const owner = this.#owners.get(name);
    if (owner === undefined) return false;
    if (endpoint === undefined || owner.endpoint !== endpoint) {
      const message = `${name} in ${batch.file} is left out: ${owner.origin} has the name already`;
      this.warnings.push({ path: batch.keyOf(name), message });
    }
    return true;
  }

  #warn(problem: ConfigProblem, batch: EntryBatch): void {
    const { server, field, message, nearest, line, column } = problem;
    const place = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
    this.warnings.push({
      path: batch.keyOf(server, field),
      message: `${server === undefined ? batch.file : server}: ${message}${place}`,
      ...(nearest === undefined ? {} : { nearest }),
    });
  }
}

function originOf(name: string, batch: EntryBatch): string {
  return `${batch.file} (${name})`;
}
