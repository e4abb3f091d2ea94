import { ToolscoutError } from '../errors.ts';
import { type LoadedConfig, parseLlmSettings } from '../gateway/index.ts';
import type { LlmSettings } from '../llm/index.ts';
import {
  DEFAULT_LANGUAGES,
  type LanguageCounts,
  languageName,
  MAX_PER_LANGUAGE,
  resolvePath,
  shortPath,
} from '../sources/index.ts';
import type { CliIo } from './io.ts';
import { readNumber } from './numbers.ts';
import { examplesBeside, openConfig, type ToolsOptions } from './open-tools.ts';

export interface EnrichOptions extends ToolsOptions {
  readonly languages?: string;
  readonly perLanguage?: string;
  readonly server?: string;
  readonly all?: boolean;
  readonly maxTools?: string;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKeyEnv?: string;
  readonly out?: string;
  readonly estimate?: boolean;
  readonly draftsOnly?: boolean;
  readonly dryRun?: boolean;
  readonly write?: boolean;
  readonly replaceEdited?: boolean;
  readonly json?: boolean;
}

/** Which languages, and how many requests in each: `en:3,ru,zh`; a number of its own wins over `--per-language`. */
export function readLanguages({ languages, perLanguage }: EnrichOptions): LanguageCounts {
  const count = (text: string, flag: string): number => readNumber(text, { flag, min: 1, max: MAX_PER_LANGUAGE });
  const each = perLanguage === undefined ? undefined : count(perLanguage, '--per-language');
  const given = (languages ?? Object.keys(DEFAULT_LANGUAGES).join(',')).split(',').map((part) => part.trim());
  const counts = given.map((part): [string, number] => {
    const [code = '', number, ...rest] = part.split(':');
    if (rest.length > 0)
      throw new ToolscoutError('USAGE', `--languages holds ${JSON.stringify(part)}.`, { next: FORM });
    languageName(code);
    const standard = each ?? DEFAULT_LANGUAGES[code] ?? 1;
    return [code, number === undefined ? standard : count(number, '--languages')];
  });
  return Object.fromEntries(counts);
}

const FORM = 'Write codes with commas between them, with a number where it is to be another: en:3,ru,zh.';

/** Where the examples go, absolute. */
export function examplesPath(options: EnrichOptions, config: LoadedConfig | undefined, io: CliIo): string {
  const resolve = (path: string): string => resolvePath(path, io.environment.cwd, io.environment);
  if (options.out !== undefined) return resolve(options.out);
  if (options.tools !== undefined) return examplesBeside(resolve(options.tools));
  const file = config?.examples.file;
  if (file !== undefined) return file;
  const shown = config === undefined ? 'this file' : shortPath(config.path, io.environment.cwd, io.environment);
  throw new ToolscoutError('USAGE', `${shown} is a client’s file, beside which no examples are read.`, {
    next: 'Run "toolscout init" to make a toolscout.json that imports it, or name a file with --out FILE.',
  });
}

/**
 * The model to ask: the command line over the configuration. Where the command line leads elsewhere, nothing of the
 * configured address is kept, least of all its key.
 */
export function readModelSettings(options: EnrichOptions, config: LoadedConfig | undefined): LlmSettings {
  const { provider, baseUrl, model, apiKeyEnv } = options;
  const flags = Object.entries({ provider, baseUrl, model, apiKeyEnv }).filter(([, value]) => value !== undefined);
  const { baseUrl: _address, apiKeyEnv: _key, provider: _provider, ...elsewhere } = config?.llm ?? {};
  const base = provider === undefined && baseUrl === undefined ? (config?.llm ?? {}) : elsewhere;
  const merged: Record<string, unknown> = { ...base, ...Object.fromEntries(flags) };
  if (merged.model === undefined) {
    throw new ToolscoutError('USAGE', 'No language model is configured.', {
      next: 'Add "llm": {"model": "NAME"} to toolscout.json, or give --model NAME (and --base-url for a local one).',
    });
  }
  try {
    return parseLlmSettings(merged, 'the command line')!;
  } catch (error) {
    if (!(error instanceof ToolscoutError) || flags.length === 0) throw error;
    throw new ToolscoutError('USAGE', error.message, { next: 'Correct the option.', cause: error });
  }
}

/** The configuration, also beside `--tools`, where it says nothing but which model to ask. Undefined: there is none. */
export async function enrichConfig(options: EnrichOptions, io: CliIo): Promise<LoadedConfig | undefined> {
  try {
    // Without --tools it is loaded once more with the servers, and its warnings are printed then.
    return await openConfig(options, options.tools === undefined ? { ...io, stderr: () => {} } : io);
  } catch (error) {
    const isOptional = options.tools !== undefined && options.config === undefined;
    if (isOptional && error instanceof ToolscoutError && error.code === 'CONFIG_NOT_FOUND') return undefined;
    throw error;
  }
}
