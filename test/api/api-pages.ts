import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Declaration, declarationOf, exportsOf } from './declarations.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = resolve(ROOT, 'src');

interface Door {
  /** What stands behind `from`. */
  readonly specifier: string;
  readonly source: string;
  readonly page: string;
}

/** Folders of `src` in the order in which a reader needs them. */
const CHAPTERS: Readonly<Record<string, string>> = {
  tools: 'Tools and catalogues',
  retrieval: 'Search',
  engine: 'Embedders and filters',
  backends: 'Models, indexes and files',
  disclosure: 'What a model is shown',
  calling: 'Calls, rights, telemetry',
  sandbox: 'Code mode',
  state: 'State',
  llm: 'Language models',
  sources: 'Catalogue files and HTTP APIs',
  tokens: 'Tokens',
  adapters: 'Adapters',
  shared: 'Small things',
  '.': 'Errors',
};

/** The pages of `docs/api`, by file name: reference and report in one, made of the sources. */
export function apiPages(): ReadonlyMap<string, string> {
  const doors = readDoors();
  const placed = new Map<string, string>();
  const pages = new Map<string, string>();
  for (const door of doors) pages.set(door.page, renderDoor(door, placed));
  const rows = doors.map(({ specifier, page }) => `| [\`${specifier}\`](${page}) | ${countOf(pages.get(page)!)} |`);
  pages.set(
    'README.md',
    `${HEAD}# The library, door by door

Everything that can be imported is here and is [kept stable](../versioning.md); nothing else is reached by any import path. Read the
[guide](../guides/library.md) first. \`npm run api\` writes these pages from the sources, and a test fails where they differ, so that
no change of what is public goes unseen.

| door | exports |
| --- | ---: |
${rows.join('\n')}
`,
  );
  return pages;
}

const HEAD = '<!-- Written by `npm run api`. Change the sources, not this page. -->\n\n';

function readDoors(): readonly Door[] {
  const { exports } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { exports: object };
  return Object.keys(exports)
    .filter((key) => key !== './package.json')
    .map((key) => {
      const name = key.slice(2);
      return {
        specifier: name === '' ? 'toolscout' : `toolscout/${name}`,
        source: resolve(SOURCES, name === '' ? 'index.ts' : `adapters/${name}/index.ts`),
        page: `${name === '' ? 'toolscout' : name}.md`,
      };
    });
}

function renderDoor({ specifier, source, page }: Door, placed: Map<string, string>): string {
  const exported = new Map<string, Declaration>();
  const elsewhere: string[] = [];
  for (const [name, target] of [...exportsOf(source)].sort(([a], [b]) => compare(a, b))) {
    const declaration = declarationOf(target);
    if (declaration === undefined) throw new Error(`${specifier} exports ${name}, which no source declares`);
    const other = placed.get(declaration.key);
    if (other === undefined) exported.set(name, declaration);
    else elsewhere.push(`[\`${name}\`](${other}#${name.toLowerCase()})`);
  }
  for (const { key } of exported.values()) placed.set(key, page);
  const hidden = reachedFrom(exported, placed);
  const chapters = Object.entries(CHAPTERS).flatMap(([folder, title]) => {
    const of = [...exported].filter(([, { file }]) => chapterOf(file) === folder);
    return of.length === 0 ? [] : [`## ${title}\n\n${of.sort(byKind).map(renderExport).join('\n')}`];
  });
  const behind =
    hidden.length === 0
      ? []
      : [
          `## Not exported, but part of the above\n\nTypes without a name of their own for users; their members are as public as those above.\n\n\`\`\`ts\n${hidden
            .map(({ signature }) => signature)
            .join('\n')}\n\`\`\`\n`,
        ];
  const also = elsewhere.length === 0 ? [] : [`Also exported here: ${elsewhere.join(', ')}.\n`];
  return `${HEAD}# ${specifier}\n\n${introductionOf(source)}\n\n${[...also, ...chapters, ...behind].join('\n')}`;
}

/** What the door's own source begins with, for a reader who is already at the door. */
function introductionOf(source: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(source, 'utf8'))?.[1];
  if (comment === undefined) throw new Error(`${relative(ROOT, source)} does not begin with what it is for`);
  return comment.replaceAll(/^ *\*? ?/gm, '').trim();
}

/** What declarations mention, and what that mentions, as far as no door has it. */
function reachedFrom(exported: ReadonlyMap<string, Declaration>, placed: ReadonlyMap<string, string>) {
  const found = new Map<string, Declaration>();
  const queue = [...exported.values()];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const target of next.mentions) {
      const declaration = declarationOf(target);
      if (declaration === undefined || placed.has(declaration.key) || found.has(declaration.key)) continue;
      found.set(declaration.key, declaration);
      queue.push(declaration);
    }
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.file, b.file));
}

function renderExport([name, { comment, signature }]: readonly [string, Declaration]): string {
  return `### ${name}\n\n${comment === '' ? '' : `${comment}\n\n`}\`\`\`ts\n${signature}\n\`\`\`\n`;
}

/** Functions and classes before the types that they take. */
function byKind([a, left]: readonly [string, Declaration], [b, right]: readonly [string, Declaration]): number {
  return Number(left.kind === 'type') - Number(right.kind === 'type') || compare(a, b);
}

function chapterOf(file: string): string {
  const [folder, ...rest] = relative(SOURCES, file).split('/');
  return rest.length === 0 ? '.' : folder!;
}

function countOf(page: string): number {
  return [...page.matchAll(/^### /gm)].length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
