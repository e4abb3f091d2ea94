import { errorMessage, ToolscoutError } from '../errors.ts';
import { isObject } from '../shared/json.ts';
import { estimateTokens } from './estimate.ts';

/** A token count and whether a real tokenizer made it. Figures are never shown without the second. */
export interface TokenCount {
  readonly tokens: number;
  readonly exact: boolean;
}

/** Counts the tokens of texts. Loading is apart, so that counting is synchronous. */
export interface TokenCounter {
  readonly exact: boolean;
  /** The encoding counted in, or `estimate`. */
  readonly encoding: string;
  countTokens(text: string): TokenCount;
}

/** The part of an encoding module that is used here. */
export interface Encoding {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;
}

/** The calibrated estimate as a counter; needs nothing installed. */
export const estimatingCounter: TokenCounter = {
  exact: false,
  encoding: 'estimate',
  countTokens: (text) => ({ tokens: estimateTokens(text), exact: false }),
};

/**
 * Exact o200k counts where the optional package `gpt-tokenizer` is installed, the estimate otherwise. The package is
 * loaded on the first call (its table takes some 10 MB), once a process.
 */
export async function loadTokenCounter(load: () => Promise<Encoding> = loadO200k): Promise<TokenCounter> {
  try {
    const { countTokens } = await load();
    return {
      exact: true,
      encoding: 'o200k_base',
      countTokens: (text) => ({ tokens: countInSlices(text, countTokens), exact: true }),
    };
  } catch (error) {
    if (isMissingModule(error)) return estimatingCounter;
    throw new ToolscoutError('OPTIONAL_DEPENDENCY_MISSING', `gpt-tokenizer cannot be loaded: ${errorMessage(error)}`, {
      next: 'Install it again (npm install gpt-tokenizer@4), or remove it to count by estimate.',
      cause: error,
    });
  }
}

const loadO200k = (): Promise<Encoding> => import('gpt-tokenizer/encoding/o200k_base');

/** Not installed, or an older version without this subpath. */
function isMissingModule(error: unknown): boolean {
  const code = isObject(error) ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}

/** Texts may hold the spelling of a special token (`<|endoftext|>`): it is text here, never a reason to throw. */
const NO_SPECIALS = { disallowedSpecial: new Set<string>() };

/**
 * Longest run of one kind of character that goes to the encoder in one piece. Merging is quadratic in the length of a
 * run without a break (100,000 Han characters: 40 s), and descriptions are foreign input. Cutting costs at most one
 * token too many per cut; texts without such a run are counted as they are.
 */
const MAX_RUN = 256;
const LONG_RUN = new RegExp(
  `\\p{L}{${MAX_RUN},}|\\p{M}{${MAX_RUN},}|\\s{${MAX_RUN},}|[^\\p{L}\\p{M}\\p{N}\\s]{${MAX_RUN},}`,
  'u',
);

function countInSlices(text: string, countTokens: Encoding['countTokens']): number {
  let tokens = 0;
  let rest = text;
  for (let run = LONG_RUN.exec(rest); run !== null; run = LONG_RUN.exec(rest)) {
    const end = run.index + wholeCharacters(rest, run.index, MAX_RUN);
    tokens += countTokens(rest.slice(0, end), NO_SPECIALS);
    rest = rest.slice(end);
  }
  return tokens + countTokens(rest, NO_SPECIALS);
}

/** `length`, or one more where a cut there would part a surrogate pair. */
function wholeCharacters(text: string, start: number, length: number): number {
  const unit = text.charCodeAt(start + length);
  return unit >= 0xdc00 && unit <= 0xdfff ? length + 1 : length;
}
