import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { LoadedConfig } from '../config/index.ts';
import type { Gateway } from '../gateway.ts';
import type { Logger } from '../log.ts';
import { updateOf } from './gateway-update.ts';
import { pendingSettings } from './pending-settings.ts';
import { watchFiles } from './watch-files.ts';

export interface ConfigReloadOptions {
  readonly gateway: Pick<Gateway, 'update'>;
  /** The configuration that the gateway was started with. */
  readonly config: LoadedConfig;
  /** Reads the configuration again. */
  readonly load: () => Promise<LoadedConfig>;
  readonly log: Logger;
}

/** What became of one reload. */
export type ReloadOutcome =
  | {
      readonly accepted: true;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly replaced: readonly string[];
      /** Settings that differ and hold from the next start. */
      readonly pending: readonly string[];
    }
  | { readonly accepted: false; readonly error: ToolscoutError };

/**
 * Keeps a running gateway at its configuration. A configuration is taken as a whole or refused as a whole, with the
 * reason in the log; the one that holds goes on until another is taken. Reloads run one after the other.
 */
export class ConfigReload {
  readonly #options: ConfigReloadOptions;
  #current: LoadedConfig;
  #last: Promise<unknown> = Promise.resolve();
  #stopWatching: (() => void) | undefined;
  #accepted = 0;
  #refused = 0;

  constructor(options: ConfigReloadOptions) {
    this.#options = options;
    this.#current = options.config;
  }

  /** The configuration that holds. */
  get current(): LoadedConfig {
    return this.#current;
  }

  /** Reloads so far, by outcome. */
  get counts(): { readonly accepted: number; readonly refused: number } {
    return { accepted: this.#accepted, refused: this.#refused };
  }

  /** Reads the configuration again and takes it, or says why not. Never rejects. */
  reload(): Promise<ReloadOutcome> {
    const next = this.#last.then(() => this.#reload());
    this.#last = next;
    return next;
  }

  /** From now on a change of any file of the configuration is a reload. */
  watch(): void {
    this.#stopWatching?.();
    this.#stopWatching = watchFiles(this.#current.files, {
      onChange: () => void this.reload(),
      onError: (error) =>
        this.#options.log.warn({ err: error }, 'the configuration cannot be watched; send SIGHUP after a change'),
    });
  }

  stop(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  async #reload(): Promise<ReloadOutcome> {
    const { gateway, load, log } = this.#options;
    try {
      const before = this.#current;
      const after = await load();
      refuseBroken(before, after);
      const changes = gateway.update(updateOf(after));
      const pending = pendingSettings(before, after);
      this.#current = after;
      this.#accepted++;
      // Other files may take part now.
      if (this.#stopWatching !== undefined) this.watch();
      log.info({ config: after.path, ...changes }, 'configuration taken');
      for (const { path, message } of after.warnings) log.warn({ config: after.path, key: path }, message);
      if (pending.length > 0) {
        log.warn({ config: after.path, settings: pending }, 'these settings hold from the next start of the gateway');
      }
      return { accepted: true, ...changes, pending };
    } catch (thrown) {
      const error =
        thrown instanceof ToolscoutError
          ? thrown
          : new ToolscoutError('CONFIG_INVALID', errorMessage(thrown), { cause: thrown });
      this.#refused++;
      log.error(
        { code: error.code, next: error.next },
        `configuration refused, the one before stays: ${error.message}`,
      );
      return { accepted: false, error };
    }
  }
}

/**
 * At a start one server that cannot be used costs the others nothing. A change that makes one unusable is most likely a
 * mistake in what was just written, and there is a configuration that works.
 */
function refuseBroken(before: LoadedConfig, after: LoadedConfig): void {
  const known = new Set(before.failed.map(({ name, message }) => `${name}\n${message}`));
  const broken = after.failed.filter(({ name, message }) => !known.has(`${name}\n${message}`));
  if (broken.length === 0) return;
  throw new ToolscoutError('CONFIG_INVALID', broken.map(({ origin, message }) => `${origin}: ${message}`).join('; '), {
    next: `Correct ${broken.map(({ name }) => name).join(', ')} in the configuration.`,
    details: { servers: broken.map(({ name }) => name) },
  });
}
