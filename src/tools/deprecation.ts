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

/** The name is only a part of a longer one. Scripts without blanks write their words right beside it. */
const IN_NAME_BEFORE = /[\w.-]$/;
const IN_NAME_AFTER = /^(?:[\w-]|\.\w)/;

/** The words with which the maker says so, to the end of the description; empty where a mark says it. */
const known = new WeakMap<Tool, string | undefined>();

/** Does its maker say that the tool should no longer be used? By a mark of the definition, or in its own words. */
export function isDeprecated(tool: Tool): boolean {
  return noticeOf(tool) !== undefined;
}

/** Does the maker of a deprecated tool name this other one in its place? Only of the same source: others are not meant. */
export function isNamedInPlaceOf(other: Tool, deprecated: Tool): boolean {
  const { source, originalName } = other;
  if (other === deprecated || source.kind !== deprecated.source.kind || source.name !== deprecated.source.name)
    return false;
  const notice = noticeOf(deprecated) ?? '';
  for (let at = notice.indexOf(originalName); at >= 0; at = notice.indexOf(originalName, at + 1)) {
    const rest = notice.slice(at + originalName.length);
    if (!IN_NAME_BEFORE.test(notice.slice(0, at)) && !IN_NAME_AFTER.test(rest)) return true;
  }
  return false;
}

function noticeOf(tool: Tool): string | undefined {
  if (known.has(tool)) return known.get(tool);
  const found = findNotice(tool);
  known.set(tool, found);
  return found;
}

function findNotice({ raw, title, originalName, description }: Tool): string | undefined {
  for (const text of [description, title ?? '', originalName]) {
    for (const notice of NOTICES) {
      const at = text.search(notice);
      if (at >= 0) return text.slice(at);
    }
  }
  const marks: readonly unknown[] = [raw.deprecated, raw.annotations?.deprecated, raw._meta?.deprecated];
  const mark = marks.find((one) => one === true || (typeof one === 'string' && one !== ''));
  if (mark === undefined) return undefined;
  return typeof mark === 'string' ? mark : '';
}
