// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariableSyntax } from './format.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

/** The parts in short: texts as they are, references as what they are called. */
function brief(text: string, syntax: VariableSyntax): string[] {
  const show = (part: TemplatePart): string => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'variable':
        return `<${part.name}${part.fallback === undefined ? '' : `|${part.fallback.map(show).join('')}`}>`;
      case 'place':
        return `<@${part.place}>`;
      case 'file':
        return `<file ${part.path}>`;
      case 'input':
        return `<input ${part.id}>`;
      default:
        return `<${part.kind} ${part.written}>`;
    }
  };
  return parseTemplate(text, syntax).map(show);
}

describe('parseTemplate', () => {
  it.each<[VariableSyntax, string, string[]]>([
    ['none', '${A} $A {env:A}', ['${A} $A {env:A}']],
    ['toolscout', 'x${A}y${B_2}', ['x', '<A>', 'y', '<B_2>']],
    ['toolscout', '${A:-b c}', ['<A|b c>']],
    ['toolscout', '${A:-}', ['<A|>']],
    ['toolscout', '${A:-${B:-c}}/d', ['<A|<B|c>>', '/d']],
    ['toolscout', '$A', ['$A']],
    ['toolscout', '$${A}', ['${', 'A}']],
    ['toolscout', 'a$${A}${B}', ['a${', 'A}', '<B>']],
    ['toolscout', '${env:A}', ['<A>']],
    ['toolscout', '${ProgramFiles(x86)}\\x', ['<ProgramFiles(x86)>', '\\x']],
    ['toolscout', '${a.b}', ['<unknown ${a.b}>']],
    ['toolscout', 'open ${A', ['open ${A']],
    ['claude-code', '$${A}', ['$', '<A>']],
    ['claude-code', '${env:A}', ['<unknown ${env:A}>']],
    ['editor', '${env:A}/${userHome}${/}x', ['<A>', '/', '<@home>', '<@separator>', 'x']],
    ['editor', '${workspaceFolder}${pathSeparator}y', ['<@workspace>', '<@separator>', 'y']],
    ['editor', '${workspaceFolderBasename}', ['<@workspace-name>']],
    ['editor', '${input:api-key}', ['<input api-key>']],
    ['editor', '${command:pick}', ['<unsupported ${command:pick}>']],
    ['editor', '${A} $A', ['<unknown ${A}>', ' $A']],
    ['editor', '${constructor}', ['<unknown ${constructor}>']],
    ['gemini', '$A-${B}-${C:-d}-$1', ['<A>', '-', '<B>', '-', '<C|d>', '-$1']],
    ['opencode', '{env:A} {file:~/t.txt} ${B}', ['<A>', ' ', '<file ~/t.txt>', ' ${B}']],
  ])('in %s cuts %j', (syntax, text, parts) => {
    expect(brief(text, syntax)).toEqual(parts);
  });

  it('loses nothing of a text, whatever is in it', () => {
    const syntaxes: VariableSyntax[] = ['none', 'claude-code', 'editor', 'gemini', 'opencode'];
    const piece = fc.constantFrom('$', '{', '}', '${A}', '${env:B}', '{env:C}', ':-', 'x', '${', '$D', '${/}');
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(...syntaxes), (pieces, syntax) => {
        const text = pieces.join('');
        const parts = parseTemplate(text, syntax);
        expect(parts.map((part) => (part.kind === 'text' ? part.text : part.written)).join('')).toBe(text);
      }),
    );
  });
});
