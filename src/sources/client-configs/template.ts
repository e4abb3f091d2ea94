import type { VariableSyntax } from './format.ts';

/** A text cut at its variables. `written` is the reference as it stands in the file, for messages. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly fallback?: readonly TemplatePart[];
      readonly written: string;
    }
  | { readonly kind: 'place'; readonly place: Place; readonly written: string }
  | { readonly kind: 'file'; readonly path: string; readonly written: string }
  | { readonly kind: 'input'; readonly id: string; readonly written: string }
  /** Means something to the client that only the running client knows, such as `${command:pick}`. */
  | { readonly kind: 'unsupported'; readonly written: string }
  /** Looks like a reference but is none in this syntax; the clients leave it as it stands. */
  | { readonly kind: 'unknown'; readonly written: string };

type Place = 'home' | 'workspace' | 'workspace-name' | 'separator' | 'cwd';

/** Cuts a text at the variables of one syntax. Never fails: what is no reference is text. */
export function parseTemplate(text: string, syntax: VariableSyntax): TemplatePart[] {
  switch (syntax) {
    case 'none':
      return [{ kind: 'text', text }];
    case 'toolscout':
    case 'claude-code':
      return parseBraced(text, syntax);
    case 'editor':
      return parseByPattern(text, /\$\{([^{}]*)\}/g, (match) => editorReference(match[1]!, match[0]));
    case 'gemini':
      return parseByPattern(
        text,
        /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::-([^}]*))?\})/g,
        ([written, bare, braced, fallback]) => ({
          kind: 'variable',
          name: bare ?? braced!,
          ...(fallback === undefined ? {} : { fallback: [{ kind: 'text', text: fallback }] }),
          written,
        }),
      );
    case 'opencode':
      return parseByPattern(text, /\{(env|file):([^{}]+)\}/g, ([written, kind, value]) =>
        kind === 'env' ? { kind: 'variable', name: value!, written } : { kind: 'file', path: value!, written },
      );
  }
}

/** Windows has variables such as `ProgramFiles(x86)`. */
const SHELL_REFERENCE = /^([A-Za-z_][A-Za-z0-9_]*(?:\([xX]86\))?)(?::-([\s\S]*))?$/;

function parseBraced(text: string, syntax: 'toolscout' | 'claude-code'): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let rest = 0;
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', rest)) {
    const escaped = syntax === 'toolscout' && open > rest && text[open - 1] === '$';
    if (escaped) {
      pushText(parts, `${text.slice(rest, open - 1)}\${`);
      rest = open + 2;
      continue;
    }
    const close = closingBrace(text, open + 2);
    if (close === -1) break;
    pushText(parts, text.slice(rest, open));
    parts.push(shellReference(text.slice(open + 2, close), text.slice(open, close + 1), syntax));
    rest = close + 1;
  }
  pushText(parts, text.slice(rest));
  return parts;
}

/** The brace that ends a reference whose inside starts at `start`; a default may hold references of its own. */
function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    if (text.startsWith('${', index)) depth++;
    else if (text[index] === '}' && --depth === 0) return index;
  }
  return -1;
}

function shellReference(inside: string, written: string, syntax: 'toolscout' | 'claude-code'): TemplatePart {
  // Taken too, since people carry entries over from an editor's file.
  const plain = syntax === 'toolscout' && inside.startsWith('env:') ? inside.slice('env:'.length) : inside;
  const match = SHELL_REFERENCE.exec(plain);
  if (match === null) return { kind: 'unknown', written };
  const [, name, fallback] = match;
  if (fallback === undefined) return { kind: 'variable', name: name!, written };
  return { kind: 'variable', name: name!, fallback: parseTemplate(fallback, syntax), written };
}

const EDITOR_PLACES: Readonly<Record<string, Place>> = {
  userHome: 'home',
  workspaceFolder: 'workspace',
  workspaceRoot: 'workspace',
  workspaceFolderBasename: 'workspace-name',
  pathSeparator: 'separator',
  '/': 'separator',
  cwd: 'cwd',
};

function editorReference(inside: string, written: string): TemplatePart {
  if (Object.hasOwn(EDITOR_PLACES, inside)) return { kind: 'place', place: EDITOR_PLACES[inside]!, written };
  const colon = inside.indexOf(':');
  const value = inside.slice(colon + 1);
  switch (colon === -1 ? '' : inside.slice(0, colon)) {
    case 'env':
      return { kind: 'variable', name: value, written };
    case 'input':
      return { kind: 'input', id: value, written };
    case 'file':
      return { kind: 'file', path: value, written };
    case 'config':
    case 'command':
    case 'workspaceFolder':
      return { kind: 'unsupported', written };
    default:
      return { kind: 'unknown', written };
  }
}

function parseByPattern(
  text: string,
  pattern: RegExp,
  toPart: (match: RegExpMatchArray) => TemplatePart,
): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let rest = 0;
  for (const match of text.matchAll(pattern)) {
    pushText(parts, text.slice(rest, match.index));
    parts.push(toPart(match));
    rest = match.index + match[0].length;
  }
  pushText(parts, text.slice(rest));
  return parts;
}

function pushText(parts: TemplatePart[], text: string): void {
  if (text !== '') parts.push({ kind: 'text', text });
}
