import { foreignText, isObject, own } from '../../shared/json.ts';
import { nameArguments } from './arguments.ts';
import { type ApiDocument, dereference } from './document.ts';
import { nameOperations } from './names.ts';
import { readBody3, readParameter3, readScheme3, readServers3 } from './openapi-3.ts';
import type { ApiBody, ApiDescription, ApiOperation, ApiParameter, ApiServer, SecurityScheme } from './operation.ts';
import { readBody2, readParameter2, readScheme2, readServers2 } from './swagger-2.ts';
import { plainText, textAt, textsIn } from './texts.ts';

type Members = Readonly<Record<string, unknown>>;

/** A parameter before its key among the arguments is chosen. */
export type ParameterDraft = Omit<ApiParameter, 'argument'>;

/** What differs between the versions of the format. All of it reads leniently: what has no meaning is left out. */
export interface FormatReader {
  /** Undefined for what is no parameter of its own, such as a body. */
  parameter(raw: Members, root: Members): ParameterDraft | undefined;
  /** @param parameters all raw parameters, with their references followed. */
  body(operation: Members, parameters: readonly Members[], root: Members): Omit<ApiBody, 'argument'> | undefined;
  servers(holder: Members, root: Members): readonly ApiServer[];
  scheme(raw: Members): SecurityScheme | undefined;
  schemes(root: Members): unknown;
}

const READERS: Readonly<Record<ApiDocument['version'], FormatReader>> = {
  2: {
    parameter: readParameter2,
    body: readBody2,
    servers: readServers2,
    scheme: readScheme2,
    schemes: (root) => own(root, 'securityDefinitions'),
  },
  3: {
    parameter: readParameter3,
    body: readBody3,
    servers: readServers3,
    scheme: readScheme3,
    schemes: (root) => memberAt(own(root, 'components'), 'securitySchemes'),
  },
};

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Headers that belong to the connection, or that the document says elsewhere; a parameter may not set them. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Reads what a document says about its operations. Broken parts are left out and named in `warnings`. */
export function readDescription({ version, root }: ApiDocument): ApiDescription {
  const reader = READERS[version];
  const warnings: string[] = [];
  const drafts = [...operationsOf(root, warnings)];
  const names = nameOperations(
    drafts.map(({ method, path, operation }) => ({ operationId: operationId(operation), method, path })),
  );
  const info = own(root, 'info');
  return {
    title: plainText(memberAt(info, 'title')),
    version: foreignText(memberAt(info, 'version') ?? ''),
    operations: drafts.map((draft, i) => readOperation(draft, names[i]!, root, reader, warnings)),
    servers: reader.servers(root, root),
    security: readSchemes(reader, root, warnings),
    root,
    warnings,
  };
}

interface OperationDraft {
  readonly method: string;
  readonly path: string;
  readonly item: Members;
  readonly operation: Members;
}

function* operationsOf(root: Members, warnings: string[]): Generator<OperationDraft> {
  const paths = own(root, 'paths');
  if (!isObject(paths)) return;
  for (const [path, raw] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const item = dereference(root, raw);
    if (!isObject(item)) {
      warnings.push(`path ${path} cannot be read`);
      continue;
    }
    for (const method of METHODS) {
      const operation = own(item, method);
      if (isObject(operation)) yield { method, path, item, operation };
    }
  }
}

function operationId(operation: Members): string | undefined {
  const id = textAt(operation, 'operationId')?.trim();
  return id === '' ? undefined : id;
}

function readOperation(
  { method, path, item, operation }: OperationDraft,
  name: string,
  root: Members,
  reader: FormatReader,
  warnings: string[],
): ApiOperation {
  const where = `${method.toUpperCase()} ${path}`;
  const raw = rawParameters(item, operation, root, where, warnings);
  const drafts = raw.flatMap((one) => reader.parameter(one, root) ?? []);
  const usable = [...drafts, ...missingPlaceholders(path, drafts)].filter(
    (one) =>
      !(one.in === 'header' && OWN_HEADERS.has(one.name.toLowerCase())) &&
      // A value with no place to go would be lost without a word.
      !(one.in === 'path' && !path.includes(`{${one.name}}`)),
  );
  const body = reader.body(operation, raw, root);
  const named = nameArguments(usable, body !== undefined);
  const servers = [operation, item].map((holder) =>
    Object.hasOwn(holder, 'servers') ? reader.servers(holder, root) : [],
  );
  return {
    name,
    method: method.toUpperCase(),
    path,
    summary: plainText(own(operation, 'summary')) || plainText(own(item, 'summary')),
    description: plainText(own(operation, 'description')) || plainText(own(item, 'description')),
    deprecated: own(operation, 'deprecated') === true,
    tags: textsIn(own(operation, 'tags')),
    parameters: named.parameters,
    body: body === undefined ? undefined : { ...body, argument: named.body },
    servers: servers.find((list) => list.length > 0) ?? [],
    security: readRequirements(own(operation, 'security') ?? own(root, 'security')),
  };
}

/** The operation's own parameters stand in the place of those of the same name and place for the whole path. */
function rawParameters(item: Members, operation: Members, root: Members, where: string, warnings: string[]): Members[] {
  const found = new Map<string, Members>();
  for (const list of [own(item, 'parameters'), own(operation, 'parameters')]) {
    for (const raw of Array.isArray(list) ? list : []) {
      const parameter = dereference(root, raw);
      const name = isObject(parameter) ? textAt(parameter, 'name') : undefined;
      if (!isObject(parameter) || name === undefined) {
        warnings.push(`${where} has a parameter that cannot be read`);
        continue;
      }
      found.set(`${foreignText(own(parameter, 'in'))}\n${name}`, parameter);
    }
  }
  return [...found.values()];
}

/** `{id}` in the path that nobody described: without it there would be no request. */
function missingPlaceholders(path: string, drafts: readonly ParameterDraft[]): ParameterDraft[] {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!);
  const known = new Set(drafts.filter((one) => one.in === 'path').map(({ name }) => name));
  return [...new Set(names)]
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      in: 'path',
      required: true,
      description: '',
      schema: { type: 'string' },
      style: 'simple',
      explode: false,
      json: false,
      allowReserved: false,
    }));
}

function readSchemes(reader: FormatReader, root: Members, warnings: string[]): Record<string, SecurityScheme> {
  const schemes: Record<string, SecurityScheme> = {};
  const raw = reader.schemes(root);
  for (const [name, value] of Object.entries(isObject(raw) ? raw : {})) {
    const scheme = dereference(root, value);
    const read = isObject(scheme) ? reader.scheme(scheme) : undefined;
    if (read === undefined) warnings.push(`security scheme ${name} is of a kind that is not supported`);
    else schemes[name] = read;
  }
  return schemes;
}

function readRequirements(raw: unknown): ApiOperation['security'] {
  if (!Array.isArray(raw)) return undefined;
  return raw.filter(isObject).map((requirement) => Object.keys(requirement));
}

function memberAt(holder: unknown, key: string): unknown {
  return isObject(holder) ? own(holder, key) : undefined;
}
