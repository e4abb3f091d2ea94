import { NAME_SEPARATOR, type Tool } from '../../tools/index.ts';

/**
 * Under which keys a tool is looked up when a text may name it. All ways to write one name (letter case, separator)
 * have one key, so that a tool needs a handful of keys for its dozens of spellings; whoever looks up compares the
 * spellings themselves afterwards.
 */
export interface NameKeys {
  /** Of the name that many servers may have in common, and of its parts. */
  readonly shared: ReadonlySet<string>;
  /** Of the id and of server and name together: those of one tool, as a rule. */
  readonly own: ReadonlySet<string>;
}

/** Stands between the parts of a key. */
export const JOINT = '\u0000';

/** The key of a written name. Spellings that differ in letter case only have one key, whatever else may share it. */
export function nameKey(text: string): string {
  let key = '';
  let start = 0;
  // A joint is written before what follows it, so that those at the ends are left out.
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && !isJoint(text.charCodeAt(i))) continue;
    if (i > start) key = key === '' ? text.slice(start, i) : key + JOINT + text.slice(start, i);
    start = i + 1;
  }
  return inLowerCase(key);
}

function inLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/** One of `:/.-_`. */
export function isJoint(unit: number): boolean {
  return unit === 0x5f || (unit >= 0x2d && unit <= 0x2f) || unit === 0x3a;
}

/** The keys under which a written name has to be looked up: hosts put `mcp` before the server's name. */
export function keysToAsk(text: string): readonly string[] {
  const key = nameKey(text);
  if (key === MCP) return [key, ''];
  return key.startsWith(MCP + JOINT) ? [key, key.slice(MCP.length + JOINT.length)] : [key];
}

const MCP = 'mcp';

/** The keys of a tool: every spelling of `spellingsOf` is found by {@link keysToAsk} under one of them. */
export function nameKeys(tool: Tool): NameKeys {
  const { id, name, originalName, source } = tool;
  const shared = new Set([nameKey(originalName)]);
  addSuffixes(shared, originalName);
  const own = new Set<string>();
  const whole = `${source.name}:${originalName}`;
  for (const text of source.name === '' ? [id, name] : [whole, id, name]) {
    const key = nameKey(text);
    if (!shared.has(key)) own.add(key);
    addSuffixes(own, text, shared);
  }
  return { shared, own };
}

function addSuffixes(keys: Set<string>, text: string, except?: ReadonlySet<string>): void {
  for (const { index, 0: separator } of text.matchAll(NAME_SEPARATOR)) {
    const key = nameKey(text.slice(index + separator.length));
    if (except?.has(key) !== true) keys.add(key);
  }
}
