/**
 * Compiles a pattern in which `*` stands for any characters, none included, and everything else for itself. Each part
 * between two stars is looked for once, behind the one before: no backtracking, whatever the pattern.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

/** Does the pattern match some text that starts like this? */
export function mayMatchFrom(pattern: string, start: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern.startsWith(start);
  const head = pattern.slice(0, star);
  return head.startsWith(start) || start.startsWith(head);
}

/** Does the pattern match every text that starts like this? */
export function matchesAllFrom(pattern: string, start: string): boolean {
  return pattern.endsWith('*') && compileGlob(pattern)(start);
}
