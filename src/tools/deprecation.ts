import type { Tool } from './definition.ts';

/**
 * What makers write of a tool that is going away. Only where it is said of the tool itself: one that lists deprecated
 * packages, or has a deprecated parameter, is none. Collected over 42,063 published tools.
 */
const NOTICES: readonly RegExp[] = [
  // "DEPRECATED: use b instead", "Deprecated since 2.0", "Deprecated. Lists …" in front.
  /^[\s\W]*(?:strongly )?deprecated\b\s*(?:[.:,;!)\]*—–-]|since\b|use\b|in favou?r\b|(?:tool|operation|endpoint|method)\b|$)/iu,
  // "(deprecated)", "[Deprecated since 20.6]"
  /[([]\s*(?:deprecated|obsolete)\b[^)\]]{0,60}[)\]]/iu,
  // A sentence of its own: "… Deprecated, use b.", "… STRONGLY DEPRECATED: …"
  /[.!?*_]\s+(?:strongly )?deprecated\s*[.:,]/iu,
  /\b(?:this|the) (?:tool|operation|endpoint|method|api|call|function|command|resource)s? (?:is|was|has been) (?:now )?(?:deprecated|obsolete)\b/iu,
  // Sphinx
  /\.\. deprecated::/iu,
  /^[\s\p{P}]*(?:устарел[аои]?(?![а-яё])|устаревш[а-яё]+ (?:инструмент|метод|функция|команда))/iu,
  /(?:инструмент|метод|функция|команда) (?:больше не поддерживается|устарел[аи]?(?![а-яё]))/iu,
  /^[\s\p{P}]*(?:已弃用|已废弃|弃用|废弃)|[（([【]\s*(?:已)?(?:弃用|废弃)\s*[)）\]】]|(?:此|该|本)(?:工具|接口|方法|功能|命令)(?:现)?已(?:被)?(?:弃用|废弃)/u,
];

const known = new WeakMap<Tool, boolean>();

/** Does its maker say that the tool should no longer be used? By a mark of the definition, or in its own words. */
export function isDeprecated(tool: Tool): boolean {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const { raw, title, originalName, description } = tool;
  const marks: readonly unknown[] = [raw.deprecated, raw.annotations?.deprecated, raw._meta?.deprecated];
  const found =
    marks.some((mark) => mark === true || (typeof mark === 'string' && mark !== '')) ||
    [description, title ?? '', originalName].some((text) => NOTICES.some((notice) => notice.test(text)));
  known.set(tool, found);
  return found;
}
