import type { ToolKind } from '../tools/index.ts';

/**
 * The query grammar. Most requests are plain words in some language, so everything else must look like nothing a
 * person would write by chance, and text in straight or curly double quotes is never read as an operator:
 *
 * - `select:a,b`: these tools, by exact name. The whole query, beside `server:` and `kind:`.
 * - `+word`: every hit must hold the word. A token that begins with `+` and a letter.
 * - `server:name`, `server:"my server"`; `kind:tool`, `kind:skill`, `kind:subagent`: only such tools.
 * - `/pattern/`, `/pattern/i`: names and descriptions that match. The whole query, beside `server:` and `kind:`.
 */
export interface ParsedQuery {
  /** What is left to search for in words; the text as written where it holds no operator. */
  readonly text: string;
  /** Names asked for with `select:`, in the order written. */
  readonly select?: readonly string[];
  /** Words asked for with `+`, without the sign; they also stand in `text`. */
  readonly must: readonly string[];
  readonly server?: string;
  readonly kind?: ToolKind;
  /** Source of a regular expression. */
  readonly pattern?: string;
}

/** Names beyond this many are left out of a `select:`; no answer could hold their tools. */
export const MAX_SELECTED = 50;
/** A longer query is a pasted text, and what looks like an operator in it is part of that text. */
const MAX_GRAMMAR_LENGTH = 2_000;
const MAX_MUST = 16;

/** Reads a query. Never throws; what is no operator stays text. */
export function parseQuery(query: string): ParsedQuery {
  const whole = query.trim();
  if (whole.length > MAX_GRAMMAR_LENGTH || !MAY_HOLD_OPERATOR.test(whole)) return { text: whole, must: [] };

  let server: string | undefined;
  let kind: ToolKind | undefined;
  const unscoped = whole.replace(SCOPE, (token, quoted?: string, plain?: string, wantedKind?: string) => {
    if (wantedKind !== undefined && kind === undefined) {
      kind = wantedKind as ToolKind;
      return ' ';
    }
    const name = (quoted ?? plain)?.trim();
    if (name === undefined || name === '' || server !== undefined) return token;
    server = name;
    return ' ';
  });
  const scope = { ...(server === undefined ? {} : { server }), ...(kind === undefined ? {} : { kind }) };
  const rest = server === undefined && kind === undefined ? whole : collapse(unscoped);

  const pattern = PATTERN.exec(rest)?.[1];
  if (pattern !== undefined) return { text: '', must: [], pattern, ...scope };
  const select = readSelect(rest);
  if (select !== undefined) return { text: '', must: [], select, ...scope };

  const must: string[] = [];
  const text = rest.replace(MUST, (token, word?: string) => {
    if (word === undefined || must.length >= MAX_MUST) return token;
    must.push(word);
    return word;
  });
  return { text, must, ...scope };
}

/** Did the query hold any operator? */
export function holdsOperator({ select, must, server, kind, pattern }: ParsedQuery): boolean {
  return select !== undefined || must.length > 0 || server !== undefined || kind !== undefined || pattern !== undefined;
}

/** Cheap first look: a sign that starts an operator, at the start of a word. */
const MAY_HOLD_OPERATOR = /(?:^|\s)(?:select:|server:|kind:|\+\p{L}|\/)/u;

/**
 * Quoted stretches are consumed first, so that nothing inside them counts. A value after `server:` starts with
 * neither a slash (`server://host`) nor is it digits alone (`server:8080`).
 */
const SCOPE =
  /["“][^"“”\n]*["”]|(?<!\S)(?:server:(?:["“]([^"“”\n]+)["”]|(?!\d+(?!\S))([^\s"“”/][^\s"“”]*))|kind:(tool|skill|subagent))(?!\S)/gu;
const MUST = /["“][^"“”\n]*["”]|(?<!\S)\+(\p{L}[^\s"“”]*?)(?=[,.;:!?]*(?!\S))/gu;

/** As in JavaScript, a slash inside must be escaped or in brackets: `/usr/local/` is a path, `/usr\/local/` a pattern. */
const PATTERN = /^\/((?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)\/i?$/u;

const SELECT = /^select:(\s*)(\S.*)$/su;

/** A blank after the colon makes it a sentence (`select: the best hotel`), unless single words follow. */
function readSelect(text: string): string[] | undefined {
  const [, blank, list] = SELECT.exec(text) ?? [];
  if (list === undefined) return undefined;
  const names = list
    .split(/[,;\n，、；]/u)
    .map((name) => name.replace(/^[\s`"'“]+|[\s`"'”]+$/gu, ''))
    .filter((name) => name !== '');
  if (blank !== '' && names.some((name) => /\s/u.test(name))) return undefined;
  return names.length === 0 ? undefined : [...new Set(names)].slice(0, MAX_SELECTED);
}

function collapse(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim();
}
