import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** One declaration as a user of the package reads it: without a body, with its comment. */
export interface Declaration {
  /** Source file and name within it: the same for one that several doors export. */
  readonly key: string;
  readonly file: string;
  readonly name: string;
  readonly kind: 'class' | 'function' | 'constant' | 'type';
  readonly comment: string;
  readonly signature: string;
  /** Names in it that are declared in our sources. */
  readonly mentions: readonly Target[];
}

/** Where a name leads. */
interface Target {
  readonly file: string;
  readonly name: string;
}

interface Module {
  /** By the name that others import. */
  readonly exports: ReadonlyMap<string, Target>;
  readonly stars: readonly string[];
  readonly imports: ReadonlyMap<string, Target>;
  readonly statements: ReadonlyMap<string, readonly ts.Statement[]>;
  readonly text: string;
  readonly source: ts.SourceFile;
}

const modules = new Map<string, Module>();

/** What a door exports, by name. */
export function exportsOf(file: string): ReadonlyMap<string, Target> {
  const { exports, stars } = readModule(file);
  const own = [...exports].map(([name, target]) => [name, resolveTarget(target)] as const);
  return new Map([...stars.flatMap((star) => [...exportsOf(star)]), ...own]);
}

/** The declaration that a name leads to; undefined where it is not ours, or not a declaration. */
export function declarationOf(target: Target): Declaration | undefined {
  const { file, name } = resolveTarget(target);
  const module = readModule(file);
  const statements = module.statements.get(name);
  if (statements === undefined) return undefined;
  const [first] = statements;
  const text = statements.map((statement) => statement.getText(module.source)).join('\n');
  return {
    key: `${file}#${name}`,
    file,
    name,
    kind: kindOf(first!),
    comment: commentOf(first!, module.text),
    signature: text.replace(/^(?:export )?(?:declare )?/gm, ''),
    mentions: mentionsOf(statements, module, file),
  };
}

/** Declarations of a file are what `tsc` would write; isolated declarations need no other file for that. */
function readModule(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const { outputText } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ESNext, isolatedDeclarations: true, stripInternal: true },
    fileName: file,
  });
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ESNext, true);
  const exports = new Map<string, Target>();
  const imports = new Map<string, Target>();
  const statements = new Map<string, ts.Statement[]>();
  const stars: string[] = [];
  const elsewhere = (specifier: ts.Expression | undefined): string | undefined =>
    specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
      ? resolve(dirname(file), specifier.text)
      : undefined;
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = elsewhere(statement.moduleSpecifier);
      const named = statement.importClause?.namedBindings;
      if (from === undefined || named === undefined || !ts.isNamedImports(named)) continue;
      for (const { name, propertyName } of named.elements)
        imports.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else if (ts.isExportDeclaration(statement)) {
      const from = elsewhere(statement.moduleSpecifier);
      if (statement.exportClause === undefined) stars.push(...(from === undefined ? [] : [from]));
      else if (ts.isNamedExports(statement.exportClause)) {
        for (const { name, propertyName } of statement.exportClause.elements)
          exports.set(name.text, { file: from ?? file, name: (propertyName ?? name).text });
      }
    } else {
      for (const name of namesOf(statement)) {
        statements.set(name, [...(statements.get(name) ?? []), statement]);
        if (ts.canHaveModifiers(statement) && isExported(statement)) exports.set(name, { file, name });
      }
    }
  }
  const module = { exports, stars, imports, statements, text: outputText, source };
  modules.set(file, module);
  return module;
}

/** Through doors, to where it is declared. */
function resolveTarget(target: Target): Target {
  if (!existsSync(target.file)) return target;
  const { exports, imports, statements, stars } = readModule(target.file);
  if (statements.has(target.name)) return target;
  const next = exports.get(target.name) ?? imports.get(target.name);
  if (next !== undefined && (next.file !== target.file || next.name !== target.name)) return resolveTarget(next);
  const imported = imports.get(target.name);
  if (imported !== undefined) return resolveTarget(imported);
  for (const star of stars) {
    const found = resolveTarget({ file: star, name: target.name });
    if (readModule(found.file).statements.has(found.name)) return found;
  }
  return target;
}

function mentionsOf(statements: readonly ts.Statement[], module: Module, file: string): readonly Target[] {
  const found = new Map<string, Target>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const target =
        module.imports.get(node.text) ?? (module.statements.has(node.text) ? { file, name: node.text } : undefined);
      if (target !== undefined) found.set(node.text, target);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of statements) visit(statement);
  return [...found.values()];
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
}

function isExported(statement: ts.Statement & ts.HasModifiers): boolean {
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function kindOf(statement: ts.Statement): Declaration['kind'] {
  if (ts.isFunctionDeclaration(statement)) return 'function';
  if (ts.isClassDeclaration(statement)) return 'class';
  return ts.isVariableStatement(statement) ? 'constant' : 'type';
}

/** The words of its comment, without stars; what stands behind a tag comes on a line of its own. */
function commentOf(statement: ts.Statement, text: string): string {
  const ranges = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  const last = ranges.map(({ pos, end }) => text.slice(pos, end)).findLast((comment) => comment.startsWith('/**'));
  return (last ?? '')
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .trim();
}
