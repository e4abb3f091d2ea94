import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The TypeScript modules of one checkout, loaded anew for each change: what is mutated, the tests, and whatever imports
 * either. The rest is evaluated once, which is most of it: folders import only from below.
 */
export class ModuleGraph {
  readonly #root: string;
  readonly #isMutated: (file: string) => boolean;
  readonly #importers = new Map<string, Set<string>>();
  readonly #sources = new Map<string, string>();
  /** The round in which a module was evaluated that needs no second time. */
  readonly #evaluated = new Map<string, number>();
  #renewed: ReadonlySet<string> = new Set();
  #round = 0;

  /** @param fewer the module that tests get in place of fast-check */
  constructor(root: string, isMutated: (file: string) => boolean, fewer: string) {
    this.#root = root;
    this.#isMutated = isMutated;
    registerHooks({
      resolve: (specifier, context, next) => {
        const importer = this.#file(context.parentURL);
        if (specifier === 'fast-check' && importer !== undefined) return next(pathToFileURL(fewer).href, context);
        const found = next(specifier, context);
        const file = this.#file(found.url);
        if (file === undefined) return found;
        if (importer !== undefined) this.#note(file, importer);
        return { ...found, url: `${pathToFileURL(file).href}?${this.#roundOf(file)}`, format: 'module' };
      },
      load: (url, context, next) => {
        const file = this.#file(url);
        if (file === undefined) return next(url, context);
        return { format: 'module', source: this.#source(file), shortCircuit: true };
      },
    });
  }

  /** From here on, imports give new modules where a change could show. */
  renew(): void {
    this.#renewed = this.#reaching([...this.#importers.keys()].filter(this.#isMutated));
    this.#round += 1;
  }

  /** @returns the file as it is called in stacks of this round */
  named(file: string): string {
    return `${file}?${this.#roundOf(file)}`;
  }

  /** @returns the files that import `file`, directly or through others, and itself */
  importersOf(file: string): ReadonlySet<string> {
    return this.#reaching([file]);
  }

  #reaching(files: readonly string[]): ReadonlySet<string> {
    const reached = new Set(files);
    for (const file of reached) for (const importer of this.#importers.get(file) ?? []) reached.add(importer);
    return reached;
  }

  #note(file: string, importer: string): void {
    const importers = this.#importers.get(file) ?? new Set();
    this.#importers.set(file, importers.add(importer));
  }

  #roundOf(file: string): number {
    const known = this.#importers.has(file) && !this.#renewed.has(file) && !this.#isMutated(file);
    if (!known) return this.#round;
    const round = this.#evaluated.get(file) ?? this.#round;
    this.#evaluated.set(file, round);
    return round;
  }

  #source(file: string): string {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    this.#sources.set(file, source);
    return source;
  }

  /** @returns undefined for what is no TypeScript of this checkout */
  #file(url: string | undefined): string | undefined {
    if (url === undefined || !/^file:.*\.ts(\?|$)/.test(url)) return undefined;
    const file = fileURLToPath(url.replace(/\?.*$/, ''));
    return file.startsWith(this.#root + sep) && !file.includes('node_modules') ? file : undefined;
  }
}
