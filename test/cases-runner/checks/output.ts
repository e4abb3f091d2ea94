import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { listOf, shown, textLeaves, textsOf, toJson } from '../json.ts';
import { leavesOf, type Outcome, renderingsOf, textBlocks, textOf } from '../outcome.ts';
import {
  type CheckGroup,
  COMPARISONS,
  compare,
  fails,
  HOLDS,
  numberOf,
  unmapped,
  type Verdict,
  when,
} from './check.ts';

/** `max_ms` in a case says when something hangs; a loaded machine is no hang. */
export function timeLimit(value: number): number {
  return 3 * value + 2_000;
}

/** What an output says, how long it is and how long it took. */
export const OUTPUT_CHECKS: CheckGroup = {
  in_output: {
    fields: ['strings'],
    needs: ['strings'],
    run: ({ strings }, unit) => {
      const renderings = formsOf(unit);
      const missing = textsOf(strings).filter((text) => !renderings.some((form) => form.includes(text)));
      return when(missing.length === 0, () => `${shown(missing)} is not in ${shown(unit.value, 400)}`);
    },
  },
  not_in_output: {
    fields: ['strings', 'ignore_echo'],
    needs: ['strings'],
    run: ({ strings, ignore_echo: ignoreEcho }, unit) => {
      const said = ignoreEcho === true ? leavesOf(unit).flatMap((leaf) => leaf.said ?? []) : [];
      const renderings = formsOf(unit).map((form) => without(form, said));
      const found = textsOf(strings).filter((text) => renderings.some((form) => form.includes(text)));
      return when(found.length === 0, () => `${shown(found)} is in ${shown(unit.value, 400)}`);
    },
  },
  result_text: { fields: COMPARISONS, run: (check, unit) => compare(check, textOf(unit)) },
  max_bytes: {
    fields: ['value'],
    run: (check, unit) => atMost(Buffer.byteLength(toJson(unit.value)), numberOf(check, 'value'), 'bytes'),
  },
  max_text_bytes: {
    fields: ['value'],
    run: (check, unit) => atMost(Buffer.byteLength(textOf(unit)), numberOf(check, 'value'), 'bytes of text'),
  },
  max_ms: {
    fields: ['value'],
    run: (check, unit) => {
      const limit = numberOf(check, 'value');
      return atMost(Math.round(unit.ms), limit === undefined ? undefined : timeLimit(limit), 'ms (slack included)');
    },
  },
  valid_unicode: {
    fields: [],
    run: (_check, unit) => {
      const broken = textLeaves(unit.value).find((text) => /\p{Surrogate}/u.test(text) || text.includes('\ufffd'));
      return when(broken === undefined, () => `${shown(broken)} is no valid Unicode`);
    },
  },
  truncation_marked: {
    fields: [],
    run: (_check, unit) => {
      const marked = /…|\b(truncat|cut|shorten|omitt|left out|not shown|more (bytes|characters|blocks))/i.test(
        textOf(unit),
      );
      return when(marked, 'nothing in the text says that it was cut');
    },
  },
  no_base64_in_text: {
    fields: [],
    run: (_check, unit) => {
      const blocks = leavesOf(unit).flatMap((leaf) => textBlocks(leaf.value) ?? []);
      return when(!blocks.some((text) => /[A-Za-z0-9+/]{200}/.test(text)), 'a text block holds base64');
    },
  },
  no_codepoints: {
    fields: ['ranges'],
    run: ({ ranges }, unit) => {
      const pairs = listOf(ranges).filter((pair) => Array.isArray(pair)) as [number, number][];
      if (pairs.length === 0) return unmapped('no_codepoints names no ranges');
      for (const text of textLeaves(unit.value)) {
        for (const character of text) {
          const point = character.codePointAt(0) ?? 0;
          if (pairs.some(([from, to]) => point >= from && point <= to)) {
            return fails(`U+${point.toString(16).toUpperCase()} is in ${shown(text)}`);
          }
        }
      }
      return HOLDS;
    },
  },
  env_not_in_output: {
    fields: ['names'],
    needs: ['names'],
    run: ({ names }, unit) => {
      const renderings = formsOf(unit);
      const leaked = textsOf(names).filter((name) => {
        const value = unit.world.plan.env[name] ?? process.env[name] ?? '';
        return value.length >= 4 && renderings.some((form) => form.includes(value));
      });
      return when(leaked.length === 0, () => `the value of ${leaked.join(', ')} is in the output`);
    },
  },
  no_host_paths: {
    fields: [],
    run: (_check, unit) => {
      const paths = [
        homedir(),
        tmpdir(),
        unit.world.folder,
        resolve(import.meta.dirname, '../../..'),
        process.execPath,
      ];
      const found = [...paths.filter((path) => path.length > 1), 'node_modules', 'file:///', 'node:internal'].find(
        (path) => formsOf(unit).some((form) => form.includes(path)),
      );
      return when(found === undefined, () => `${shown(found)} is in the output`);
    },
  },
};

function formsOf(unit: Outcome): readonly string[] {
  return [...renderingsOf(unit.value), ...(unit.lines ?? [])];
}

/** The caller's own words taken out, longest first. */
export function without(text: string, said: readonly string[]): string {
  let rest = text;
  for (const word of [...said].sort((a, b) => b.length - a.length)) {
    if (word !== '') rest = rest.replaceAll(word, '');
  }
  return rest;
}

export function atMost(actual: number, limit: number | undefined, unit: string): Verdict {
  if (limit === undefined) return unmapped('the limit is no number');
  return when(actual <= limit, `${actual} ${unit} is more than ${limit}`);
}
