import { existsSync } from 'node:fs';
import { ToolscoutError } from '../errors.ts';
import { loadConfig } from '../gateway/index.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import {
  type ClientConfigFormat,
  type ConfigScope,
  isOwnGateway,
  type LaunchCommand,
  maskSecrets,
  rawServer,
  removeServer,
  resolvePath,
  setRawServer,
  setServer,
  shortPath,
} from '../sources/index.ts';
import {
  assertWritable,
  backUp,
  type ClientFile,
  latestBackup,
  readClientFile,
  removeBackup,
  removeClientFile,
  replaceClientFile,
} from './client-file.ts';
import { gatewayLaunch, type ProgramLocation } from './gateway-launch.ts';
import { type Change, directServers, installationWords, machineWords, type Outcome } from './installation-report.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, wrap } from './layout.ts';

export interface InstallOptions {
  /** Configuration that the gateway runs with. Default: `toolscout.json` in the working folder. */
  readonly config?: string;
  readonly scope?: string;
  /** Name of the entry. Default: `toolscout`. */
  readonly name?: string;
  readonly dryRun?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** What `install` takes from outside the command line; tests give their own. */
export interface InstallSurroundings {
  readonly program: ProgramLocation;
  /** Asks a question with the answer no by default. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly now: () => Date;
}

/** One run of `install` or `install --undo` on one file. */
export class Installation {
  readonly #format: ClientConfigFormat;
  readonly #options: InstallOptions;
  readonly #io: CliIo;
  readonly #around: InstallSurroundings;
  readonly #name: string;
  readonly #path: string;

  constructor(format: ClientConfigFormat, options: InstallOptions, io: CliIo, around: InstallSurroundings) {
    this.#format = format;
    this.#options = options;
    this.#io = io;
    this.#around = around;
    this.#name = readName(options.name);
    this.#path = configPath(format, readScope(options.scope), io);
  }

  async run(): Promise<number> {
    const { undo = false, dryRun = false, json = false } = this.#options;
    const launch = undo ? undefined : await this.#launch();
    const before = await readClientFile(this.#path);
    const change = await this.#change(before, launch);
    const diff = unifiedDiff(before.text, change.after, maskSecrets);
    if (!json) this.#showDiff(before, change, diff);
    if (change.action === 'none' || dryRun)
      return this.#done({ path: this.#path, change, diff, written: false, launch });
    await assertWritable(before);
    if (!(await this.#mayWrite())) {
      this.#io.stdout('Nothing was written.\n');
      return EXIT.failed;
    }
    // Clients write their files too, perhaps while the question stood there.
    const file = await readClientFile(this.#path);
    const final = file.text === before.text ? change : await this.#change(file, launch);
    const backup = await this.#write(file, final);
    return this.#done({ path: this.#path, change: final, diff, written: true, launch, backup });
  }

  /** Resolves with the path of the backup, where the old text is not to be found elsewhere. */
  async #write(file: ClientFile, { action, after, from }: Change): Promise<string | undefined> {
    if (action === 'delete') {
      await removeClientFile(file);
      return undefined;
    }
    const backup = action === 'restore' ? undefined : await backUp(file, this.#around.now());
    await replaceClientFile(file, after);
    if (from !== undefined) await removeBackup(from);
    return backup;
  }

  /** How the client will start the gateway. The configuration is loaded, so that no broken one is installed. */
  async #launch(): Promise<LaunchCommand> {
    const { environment } = this.#io;
    const config = resolvePath(this.#options.config ?? 'toolscout.json', environment.cwd, environment);
    await loadConfig(config, environment);
    return gatewayLaunch(config, environment, this.#around.program);
  }

  async #change(file: ClientFile, launch: LaunchCommand | undefined): Promise<Change> {
    const existing = rawServer(this.#format, file.text, this.#name);
    if (existing !== undefined && !this.#isOurs(file.text)) {
      throw new ToolscoutError('FILE_NOT_WRITTEN', `${this.#shown()} has another server called ${this.#name}.`, {
        next: 'Choose another name with --name.',
      });
    }
    if (launch === undefined) return this.#undoChange(file, existing);
    const after = setServer(this.#format, file.text, this.#name, launch);
    if (after === file.text) return { action: 'none', after };
    return { action: existing === undefined ? 'add' : 'replace', after };
  }

  /**
   * Nothing happened to the file since the installation: it becomes what it was, to the byte, or goes where it was not
   * there. Else the entry goes.
   */
  async #undoChange(file: ClientFile, existing: unknown): Promise<Change> {
    if (existing === undefined) return { action: 'none', after: file.text };
    const backup = await latestBackup(file);
    if (backup !== undefined && rawServer(this.#format, backup.text, this.#name) === undefined) {
      const reinstalled = setRawServer(this.#format, backup.text, this.#name, existing);
      if (reinstalled === file.text) return { action: 'restore', after: backup.text, from: backup.path };
    }
    const isOurWork = backup === undefined && setRawServer(this.#format, '', this.#name, existing) === file.text;
    if (isOurWork) return { action: 'delete', after: '' };
    return { action: 'remove', after: removeServer(this.#format, file.text, this.#name) };
  }

  #isOurs(text: string): boolean {
    const { servers } = this.#format.parse(text);
    return servers.some((server) => server.project === undefined && server.name === this.#name && isOwnGateway(server));
  }

  async #mayWrite(): Promise<boolean> {
    if (this.#options.yes === true) return true;
    if (!this.#io.isTty || this.#options.json === true) {
      throw new ToolscoutError('USAGE', 'Nobody can be asked here, so nothing was written.', {
        next: 'Repeat with --yes to write the change, or with --dry-run to see it.',
      });
    }
    return this.#around.confirm(`Write this to ${this.#shown()}? [y/N] `);
  }

  #showDiff(before: ClientFile, change: Change, diff: readonly string[]): void {
    if (change.action === 'none') return;
    const old = before.existing === undefined ? '(no file)' : this.#shown();
    this.#io.stdout(`--- ${old}\n+++ ${change.action === 'delete' ? '(no file)' : this.#shown()}\n`);
    for (const line of diff) {
      // A change is shown whole; what stands around it may be a line of many kilobytes.
      this.#io.stdout(`${line.startsWith(' ') ? clip(line, this.#io.columns) : line}\n`);
    }
    this.#io.stdout('\n');
  }

  #done(outcome: Outcome): number {
    const { change, diff, written, launch, backup } = outcome;
    if (this.#options.json !== true) {
      const paragraphs = installationWords(outcome, this.#format, this.#name, this.#options, this.#io);
      for (const paragraph of paragraphs) {
        for (const line of wrap(paragraph, this.#io.columns)) this.#io.stdout(`${line}\n`);
      }
      return EXIT.done;
    }
    printJson(this.#io, {
      ok: true,
      client: this.#format.id,
      path: this.#path,
      name: this.#name,
      action: change.action,
      written,
      diff: diff.join('\n'),
      ...(launch === undefined ? {} : { entry: launch, direct: directServers(this.#format, change.after) }),
      ...(backup === undefined ? {} : { backup }),
      ...(launch !== undefined && this.#options.scope === 'project' ? { warnings: [machineWords(this.#shown())] } : {}),
    });
    return EXIT.done;
  }

  #shown(): string {
    return shortPath(this.#path, this.#io.environment.cwd, this.#io.environment);
  }
}

/** What every client takes as a name, and what needs no quotes anywhere. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

function readName(name = 'toolscout'): string {
  if (NAME.test(name)) return name;
  throw new ToolscoutError('USAGE', `--name ${JSON.stringify(name)} cannot be the name of an entry.`, {
    next: 'Use letters, digits, "_", "-" and ".", a letter or digit first, 64 at most.',
  });
}

function readScope(scope = 'user'): ConfigScope {
  if (scope === 'user' || scope === 'project') return scope;
  throw new ToolscoutError('USAGE', `"${scope}" is no scope.`, { next: 'Use --scope user or --scope project.' });
}

/** The client's file: the first that exists in this scope, else the first place the client looks at. */
function configPath(format: ClientConfigFormat, scope: ConfigScope, io: CliIo): string {
  const places = format.locations(io.environment).filter((location) => location.scope === scope);
  const place = places.find(({ path }) => existsSync(path)) ?? places[0];
  if (place !== undefined) return place.path;
  throw new ToolscoutError('USAGE', `${format.title} has no configuration for single projects.`, {
    next: 'Leave out --scope project.',
  });
}
