import { errorMessage } from '../../errors.ts';
import { type HostEnvironment, pathsOf, resolvePath, variableOf } from './environment.ts';
import type { InputDefinition, VariableSyntax } from './format.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

/** Reads a text file; passed in, so that tests need no files. */
export type TextReader = (path: string) => Promise<string>;

/** What the variables of one file may refer to. */
export interface ExpansionScope {
  readonly syntax: VariableSyntax;
  readonly environment: HostEnvironment;
  /** `${workspaceFolder}`. */
  readonly workspaceFolder: string;
  /** Base of relative paths in `{file:…}`. */
  readonly baseFolder: string;
  readonly inputs: readonly InputDefinition[];
  readonly readText: TextReader;
}

export interface Expansion {
  /** The text with everything filled in; what could not be filled in is left out, so use it only without problems. */
  readonly text: string;
  /** Why a reference has no value, each as the end of a sentence that starts with the field. */
  readonly problems: readonly string[];
  /** References of another syntax that were left as they stand. */
  readonly leftovers: readonly string[];
}

/** Fills in the variables of a text. A variable that is set but empty is the empty text, not a missing one. */
export async function expand(text: string, scope: ExpansionScope): Promise<Expansion> {
  const problems: string[] = [];
  const leftovers: string[] = [];
  const fill = async (parts: readonly TemplatePart[]): Promise<string> => {
    let filled = '';
    for (const part of parts) filled += await partValue(part);
    return filled;
  };
  const partValue = async (part: TemplatePart): Promise<string> => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'variable': {
        const value = variableOf(scope.environment, part.name);
        if (value !== undefined) return value;
        if (part.fallback !== undefined) return fill(part.fallback);
        problems.push(`needs the environment variable ${part.name}, which is not set`);
        return '';
      }
      case 'place':
        return placeOf(part.place, scope);
      case 'file':
        return readReferenced(part, scope, problems);
      case 'input':
        return inputValue(part.id, scope, problems);
      case 'unsupported':
        problems.push(`uses ${part.written}, which only the client itself can fill in`);
        return '';
      case 'unknown':
        leftovers.push(part.written);
        return part.written;
    }
  };
  return { text: await fill(parseTemplate(text, scope.syntax)), problems, leftovers };
}

/** Fills in the variables of a text of our own configuration outside the entries of servers. */
export function expandVariables(text: string, environment: HostEnvironment): Promise<Expansion> {
  const { cwd } = environment;
  const readText = (path: string) => Promise.reject(new Error(`${path} is not read here`));
  return expand(text, {
    syntax: 'toolscout',
    environment,
    workspaceFolder: cwd,
    baseFolder: cwd,
    inputs: [],
    readText,
  });
}

function placeOf(place: (TemplatePart & { kind: 'place' })['place'], scope: ExpansionScope): string {
  const paths = pathsOf(scope.environment);
  switch (place) {
    case 'home':
      return scope.environment.home;
    case 'workspace':
    case 'cwd':
      return scope.workspaceFolder;
    case 'workspace-name':
      return paths.basename(scope.workspaceFolder);
    case 'separator':
      return paths.sep;
  }
}

async function readReferenced(
  part: TemplatePart & { kind: 'file' },
  scope: ExpansionScope,
  problems: string[],
): Promise<string> {
  const path = resolvePath(part.path, scope.baseFolder, scope.environment);
  try {
    return (await scope.readText(path)).trim();
  } catch (thrown) {
    problems.push(`needs the file ${path}, which cannot be read (${errorMessage(thrown)})`);
    return '';
  }
}

/** VS Code asks its user; a gateway has nobody to ask, so an environment variable stands in for each input. */
function inputValue(id: string, scope: ExpansionScope, problems: string[]): string {
  const variable = inputVariable(id);
  const given = variableOf(scope.environment, variable);
  if (given !== undefined) return given;
  const definition = scope.inputs.find((input) => input.id === id);
  if (definition?.default !== undefined && definition.default !== '') return definition.default;
  const meaning = definition?.description === undefined ? '' : ` ("${definition.description}")`;
  problems.push(`needs the input ${id}${meaning}; give it as the environment variable ${variable}`);
  return '';
}

/** The environment variable that answers `${input:ID}`: `github-token` → `TOOLSCOUT_INPUT_GITHUB_TOKEN`. */
export function inputVariable(id: string): string {
  return `TOOLSCOUT_INPUT_${id.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}
