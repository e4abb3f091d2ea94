/**
 * The plain values at the head of a Markdown file, between two lines of three dashes. Reads of YAML what such heads
 * are written in: `key: value` at the margin, quoted or not, block texts (`|`, `>`) and lines that go on indented. Lists,
 * nested keys, anchors and tags are passed over: nothing here can refer to, build or run anything.
 */
export function readFrontMatter(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end === -1) return undefined;
  const values = new Map<string, string>();
  let at = 1;
  while (at < end) {
    const match = /^([\p{L}\p{N}_-]+)\s*:(?:\s+(.*))?$/u.exec(lines[at]!);
    at++;
    if (match === null) continue;
    const more: string[] = [];
    while (at < end && /^(?:\s+\S|\s*$)/.test(lines[at]!)) more.push(lines[at++]!);
    const value = readValue((match[2] ?? '').trim(), more);
    // The first one counts, as for who reads from the top.
    if (value !== undefined && !values.has(match[1]!)) values.set(match[1]!, value);
  }
  return values;
}

/** Undefined for what is no plain text. */
function readValue(first: string, more: readonly string[]): string | undefined {
  const block = /^([|>])[+-]?\d?[+-]?\s*(?:#.*)?$/.exec(first)?.[1];
  if (block !== undefined) return readBlock(more, block === '|');
  if (/^[[{&*!@`]/.test(first)) return undefined;
  if (
    first === '' &&
    /^\s+(?:- |-$|[\p{L}\p{N}_-]+\s*:(?:\s|$))/u.test(more.find((line) => line.trim() !== '') ?? '')
  ) {
    return undefined;
  }
  const whole = [first, ...more.map((line) => line.trim())].join(' ').trim();
  const quote = whole[0];
  if (quote === '"' || quote === "'") return unquote(whole, quote);
  return whole.replace(/(?:^|\s)#.*$/, '').trim();
}

function readBlock(lines: readonly string[], keepsLines: boolean): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  const text = lines.map((line) => line.slice(indent).trimEnd()).join('\n');
  return (keepsLines ? text : text.replace(/(\S)\n(?=\S)/g, '$1 ')).trim();
}

/** What stands between the quotes; a quote that is never closed is part of the text. */
function unquote(whole: string, quote: string): string {
  const pattern = quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/ : /^'((?:[^']|'')*)'\s*(?:#.*)?$/;
  const inner = pattern.exec(whole)?.[1];
  if (inner === undefined) return whole;
  if (quote === "'") return inner.replaceAll("''", "'");
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, code?: string, plain?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES[plain ?? ''] ?? plain ?? '';
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '' };
