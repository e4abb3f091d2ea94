import { own } from '../../shared/json.ts';

/** Tags that descriptions are laid out with; anything else between angle brackets may be a placeholder. */
const HTML =
  /<\/?(?:a|abbr|b|blockquote|br|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** A text of the document without the HTML that its pages are laid out with; empty where there is none. */
export function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(HTML, ' ')
    .replace(/&(?:nbsp|amp|lt|gt|quot|#\d{1,6});/g, (entity) => ENTITIES[entity] ?? numbered(entity))
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n\s*\n\s*\n+/g, '\n\n')
    .trim();
}

function numbered(entity: string): string {
  const code = Number(entity.slice(2, -1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** A member that is a text. */
export function textAt(object: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** The texts in a list; none where it is no list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
