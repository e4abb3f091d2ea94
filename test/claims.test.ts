import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Claim {
  /** Words of the README. */
  readonly words: string;
  readonly figures: readonly string[];
  readonly commands: readonly string[];
  readonly lastRun: string;
}

function readClaims(page: string): readonly Claim[] {
  const [, ...rows] = [...page.matchAll(/^\| (.*?) \| (.*?) ?\| (.+?) \| (.+?) \|$/gm)].filter(
    ([, first]) => first !== '---',
  );
  return rows.map(([, words, figures, command, lastRun]) => ({
    words: words!,
    figures: figures!.split(', ').filter((figure) => figure !== ''),
    commands: [...command!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
    lastRun: lastRun!,
  }));
}

/** Paragraphs, list items and rows of tables, each in one line; without code, addresses and what a program writes there. */
function blocksOf(readme: string): readonly string[] {
  return readme
    .replace(/<!-- figures[\s\S]*?<!-- end of figures -->/g, '')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^[|#].*$/gm, '\n$&\n')
    .split(/\n{2,}|\n(?=- )/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}

/** Whole and broken numbers; dates, versions of standards and what stands in code are none. */
function figuresIn(block: string): readonly string[] {
  const text = block.replace(/`[^`]*`/g, '').replace(/\d{4}-\d{2}-\d{2}/g, '');
  return [...text.matchAll(/(?<![\w.,-])(?:\.\d+|\d[\d,]*(?:\.\d+)?)(?!\w)/g)].map(([figure]) =>
    figure.replace(/,$/, ''),
  );
}

/** Items under headings that promise. */
function promisesOf(readme: string): readonly string[] {
  const sections = readme.split(/^## /m).filter((section) => /^[^\n]*\bholds\b/.test(section));
  return sections.flatMap((section) => blocksOf(section).filter((block) => block.startsWith('- ')));
}

function faultsOf(readme: string, claims: readonly Claim[]): readonly string[] {
  const rowsOf = (block: string) => claims.filter(({ words }) => block.includes(words));
  const unproven = blocksOf(readme).flatMap((block) => {
    const known = rowsOf(block).flatMap(({ figures }) => figures);
    return figuresIn(block)
      .filter((figure) => !known.includes(figure))
      .map((figure) => `docs/claims.md has no row for ${figure} in "${block.slice(0, 80)}"`);
  });
  const promised = promisesOf(readme)
    .filter((block) => rowsOf(block).length === 0)
    .map((block) => `docs/claims.md has no row for "${block.slice(0, 80)}"`);
  const generated = [...readme.matchAll(/<!-- figures.*?([\w/-]+\.ts) -->/g)]
    .map((match) => match[1]!)
    .filter((program) => !claims.some(({ commands }) => commands.includes(`node ${program}`)))
    .map((program) => `docs/claims.md has no row for the figures that ${program} writes`);
  return [...unproven, ...promised, ...generated];
}

/** Why a command cannot be run here; undefined where everything it names is there. */
function missingIn(command: string): string | undefined {
  const [program, ...words] = command.split(' ');
  if (program === 'npm') {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    return words[0] === 'run' && scripts[words[1] ?? ''] !== undefined ? undefined : `${command}: no such script`;
  }
  if (program === 'toolscout')
    return read('docs/cli.md').includes(`\n## toolscout ${words[0]}\n`) ? undefined : `${command}: no such command`;
  const files =
    program === 'node' || program === 'bash'
      ? words.slice(0, 1)
      : command.startsWith('npx vitest run ')
        ? words.slice(2)
        : [];
  if (files.length === 0) return `${command}: name a script, a file or a command of toolscout`;
  const gone = files.filter((file) => !existsSync(join(ROOT, file)));
  if (gone.length > 0) return `${command}: ${gone.join(', ')} is not there`;
  return program === 'node' && !isProgram(read(files[0]!)) ? `${command}: only exports, and shows nothing` : undefined;
}

/** Does a source do anything by itself? A module that others import would end without a word. */
function isProgram(source: string): boolean {
  return /^(?:await |if \(|for \(|try \{|void |[a-z][\w.]*\()/m.test(source);
}

describe('docs/claims.md', () => {
  const claims = readClaims(read('docs/claims.md'));
  const readme = read('README.md');

  it('has a row with every figure and promise of the README', () => {
    expect(faultsOf(readme, claims)).toEqual([]);
  });

  it('has commands that are there, and says when they were run', () => {
    expect(claims.length).toBeGreaterThan(10);
    expect(claims.filter(({ commands }) => commands.length === 0)).toEqual([]);
    expect(claims.flatMap(({ commands }) => commands.flatMap((command) => missingIn(command) ?? []))).toEqual([]);
    expect(claims.filter(({ lastRun }) => !/^\d{4}-\d{2}-\d{2}$/.test(lastRun))).toEqual([]);
  });

  it('would be found out without a row, with another figure or a command that is gone', () => {
    const more = `${readme}\n\nAnswers in 7.25 ms.\n\n| tools | 3,111 |\n\n## What holds at night\n\n- It never sleeps.\n`;
    expect(faultsOf(more, claims).length - faultsOf(readme, claims).length).toBe(3);
    expect(faultsOf('Measured.\n\nSome 62 servers.\n', [])).toHaveLength(1);
    expect(missingIn('node benchmarks/gone.ts')).toContain('is not there');
    expect(missingIn('node benchmarks/quality/retrieval.ts')).toContain('only exports');
    expect(missingIn('npm run gone')).toContain('no such script');
    expect(missingIn('toolscout gone')).toContain('no such command');
    expect(missingIn('trust me')).toContain('name a script');
  });
});
