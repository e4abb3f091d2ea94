/**
 * Reads an env file: `NAME=value` lines, optional `export`, `#` comments, single quotes literal, double quotes with
 * `\n`, `\t`, `\"` and `\\`, quoted values over several lines. No variables inside values. Other lines are skipped.
 */
export function parseDotenv(text: string): Record<string, string> {
  const line =
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\r\n]*))/gm;
  const found: [string, string][] = [];
  for (const [, name, single, double, bare] of text.replace(/^\uFEFF/, '').matchAll(line)) {
    found.push([name!, single ?? (double === undefined ? withoutComment(bare!) : withEscapes(double))]);
  }
  // fromEntries defines own properties: a variable called __proto__ does no harm.
  return Object.fromEntries(found);
}

function withoutComment(value: string): string {
  return value.replace(/(?:^|\s)#.*$/, '').trim();
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function withEscapes(value: string): string {
  return value.replace(/\\([\s\S])/g, (whole, escaped: string) => {
    return ESCAPES[escaped] ?? (escaped === '"' || escaped === '\\' ? escaped : whole);
  });
}
