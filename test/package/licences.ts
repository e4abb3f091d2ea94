import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Licences that ask for no more than their text and the names to be kept. Another one stops the release until a person has read it. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Development packages whose code the built page holds; bundlers leave no name in it. */
const IN_THE_PAGE: readonly string[] = ['react', 'react-dom', 'scheduler'];

export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package says it; `unknown` where it says nothing. */
  readonly licence: string;
  readonly how: 'installed' | 'optional' | 'inside `dist`' | 'inside the dashboard';
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
}

/** Whatever runs at a user's: installed with the package, or built into it. Sorted by name. */
export function runtimePackages(): readonly LicensedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockEntry>>;
  };
  const found = new Map<string, LicensedPackage>();
  const add = (path: string, how: LicensedPackage['how']): void => {
    const { version = '', license = 'unknown' } = packages[path] ?? {};
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, licence: license, how });
  };
  for (const [path, { dev, devOptional, optional }] of Object.entries(packages)) {
    if (path !== '' && dev !== true && devOptional !== true) add(path, optional === true ? 'optional' : 'installed');
  }
  for (const name of bundledPackages()) add(`node_modules/${name}`, 'inside `dist`');
  for (const name of IN_THE_PAGE) add(`node_modules/${name}`, 'inside the dashboard');
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** Packages whose code stands in the built files, by the marks that the bundler leaves. */
function bundledPackages(): readonly string[] {
  const names = readdirSync(join(ROOT, 'dist'))
    .filter((file) => /\.[cm]js$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, 'dist', file), 'utf8').matchAll(/#region node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/g),
    ])
    .map((match) => match[1]!);
  return [...new Set(names)];
}

/** `THIRD-PARTY-NOTICES.txt`: the licences of code that is built in, which comes without the folders they lie in. */
export function noticesOf(packages: readonly LicensedPackage[]): string {
  const inside = packages.filter(({ how }) => how.startsWith('inside'));
  const texts = inside.map(({ name, version }) => {
    const folder = join(ROOT, 'node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? FALLBACK : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `Toolscout holds code of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** For packages of a repository whose licence lies at its root only. */
const FALLBACK = 'MIT; see the licence of quickjs-emscripten, of which this package is a part.';

/** `docs/licences.md`. */
export function licencePage(packages: readonly LicensedPackage[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const sums = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([licence, count]) => `${count} ${licence}`);
  const rows = packages.map(({ name, version, licence, how }) => `| ${name} | ${version} | ${licence} | ${how} |`);
  return `<!-- Written by \`npm run licences\`. -->

# Licences

Toolscout is under [Apache-2.0](../LICENSE). What comes with it, ${packages.length} packages: ${sums.join(', ')}. A test fails when one comes in
whose licence is unknown, or asks for more than to keep its text (\`test/package/licences.test.ts\`). Peer packages (\`ai\`,
\`@langchain/core\`, \`@opensearch-project/opensearch\`, \`@huggingface/transformers\`) are installed by you, or not at all. Where
the models and example requests come from: [models](../models/README.md), [packs](../packs/README.md).

| package | version | licence | |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
