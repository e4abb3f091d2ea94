import { ToolscoutError } from '../../../errors.ts';

/** How many example requests a tool is to have in each language, by language code. */
export type LanguageCounts = Readonly<Record<string, number>>;

/** English says most about a tool; one request in each other language is enough to be found in it. */
export const DEFAULT_LANGUAGES: LanguageCounts = { en: 2, ru: 1, zh: 1 };
/** Beyond this the requests of one tool begin to repeat each other. */
export const MAX_PER_LANGUAGE = 10;

/** Scripts whose characters are whole words or syllables, so that few of them say as much as many letters. */
const DENSE: ReadonlySet<string> = new Set(['Hans', 'Hant', 'Jpan', 'Kore']);
/** Unicode scripts that make up what CLDR calls the script of a language, where the two differ. */
const PARTS: Readonly<Record<string, string>> = {
  Hans: '\\p{Script=Han}',
  Hant: '\\p{Script=Han}',
  Jpan: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}',
  Kore: '\\p{Script=Hangul}\\p{Script=Han}',
};
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The English name of a language code, `German` for `de`. Throws `USAGE` for what is no language. */
export function languageName(code: string): string {
  let name: string | undefined;
  try {
    name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code);
  } catch {
    // Not even the form of a code.
  }
  if (name !== undefined) return name;
  throw new ToolscoutError('USAGE', `${JSON.stringify(code)} is no language code.`, {
    next: 'Write codes such as en, ru, zh, de or pt-BR.',
  });
}

/**
 * Is a text written in the script of a language? Names and terms in Latin letters are at home in every language, so a
 * text in another script may hold some. Tells apart scripts, not languages: German passes for English.
 */
export function fitsLanguage(text: string, code: string): boolean {
  const script = scriptOf(code);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(lettersOf(script))?.length ?? 0;
  if (own === 0) return false;
  if ((script === 'Hans' || script === 'Hant') && KANA.test(text)) return false;
  const other = letters - own;
  if (script === 'Latn') return own >= other;
  return own * (DENSE.has(script) ? 8 : 4) >= other;
}

/** Is this the language that a text in its script is mostly in? Only then does the script tell the language. */
export function isUsualLanguage(code: string): boolean {
  const { language } = new Intl.Locale(code);
  return new Intl.Locale(`und-${scriptOf(code)}`).maximize().language === language;
}

/** `{"en": 2}` without `{"en": 1}` is `{"en": 1}`: what is still missing. */
export function missingCounts(wanted: LanguageCounts, have: LanguageCounts): LanguageCounts {
  const missing = Object.entries(wanted).map(([code, count]) => [code, count - (have[code] ?? 0)] as const);
  return Object.fromEntries(missing.filter(([, count]) => count > 0));
}

export function isNothing(counts: LanguageCounts): boolean {
  return Object.keys(counts).length === 0;
}

function scriptOf(code: string): string {
  return new Intl.Locale(code).maximize().script ?? 'Latn';
}

function lettersOf(script: string): RegExp {
  return new RegExp(`[${PARTS[script] ?? `\\p{Script=${script}}`}]`, 'gu');
}
