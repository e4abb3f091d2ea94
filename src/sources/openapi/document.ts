import { parseDocument } from 'yaml';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { foreignText, isObject, own } from '../../shared/json.ts';

/** A description of an HTTP API: OpenAPI 3.x or Swagger 2, as it was written. */
export interface ApiDocument {
  readonly version: 2 | 3;
  readonly root: Readonly<Record<string, unknown>>;
}

/** Aliases that one YAML document may use; more multiply into gigabytes. */
const MAX_ALIASES = 1_000;
/** Longest chain of references from one place to the next. */
const MAX_STEPS = 16;

/**
 * Reads a description from JSON or YAML text.
 * @param place what messages call it: a file or an address
 * @throws ToolscoutError `CATALOG_INVALID`
 */
export function parseApiDocument(text: string, place: string): ApiDocument {
  const source = text.replace(/^\uFEFF/, '');
  return readApiDocument(
    source.trimStart().startsWith('{') ? parseJson(source, place) : parseYaml(source, place),
    place,
  );
}

/** The same for a value that was parsed already. */
export function readApiDocument(value: unknown, place: string): ApiDocument {
  if (isObject(value)) {
    const { openapi, swagger } = value;
    if (typeof openapi === 'string' && /^3\./.test(openapi)) return { version: 3, root: value };
    // Unquoted in YAML it is a number.
    if (/^2(?:\.0)?$/.test(foreignText(swagger))) return { version: 2, root: value };
    const said = openapi ?? swagger;
    if (said !== undefined) {
      throw invalid(
        place,
        `is of version ${foreignText(said)}, which is not read`,
        'Use OpenAPI 3.0, 3.1 or Swagger 2.0.',
      );
    }
  }
  throw invalid(place, 'is no OpenAPI description', 'Give a document with "openapi" or "swagger" at its top.');
}

/** Does a parsed file claim to be a description of an HTTP API? */
export function isApiDocument(value: unknown): boolean {
  return isObject(value) && (typeof value.openapi === 'string' || Object.hasOwn(value, 'swagger'));
}

/**
 * The value behind a chain of references inside the document; undefined where one leads nowhere, in a circle or out of
 * the document.
 */
export function dereference(root: Readonly<Record<string, unknown>>, value: unknown): unknown {
  let current = value;
  for (let step = 0; step <= MAX_STEPS; step++) {
    const reference = isObject(current) ? own(current, '$ref') : undefined;
    if (typeof reference !== 'string') return current;
    current = lookUp(root, reference);
  }
  return undefined;
}

/** What one local reference points at. */
export function lookUp(root: Readonly<Record<string, unknown>>, reference: string): unknown {
  const tokens = tokensOf(reference);
  if (tokens === undefined) return undefined;
  let current: unknown = root;
  for (const token of tokens) {
    if (Array.isArray(current)) current = /^\d+$/.test(token) ? current[Number(token)] : undefined;
    else current = isObject(current) ? own(current, token) : undefined;
  }
  return current;
}

/** The steps of a local reference; undefined where it leads out of the document. */
export function tokensOf(reference: string): readonly string[] | undefined {
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice(2).split('/').map(readToken);
}

function readToken(token: string): string {
  let plain = token;
  try {
    plain = decodeURIComponent(token);
  } catch {
    // A lone percent sign stands for itself.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(place, `is not JSON (${errorMessage(error)})`, 'Correct the JSON there.', error);
  }
}

/** By the core schema of YAML 1.2: dates stay texts, and nothing can refer to, build or run anything. */
function parseYaml(text: string, place: string): unknown {
  try {
    const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'error', strict: false });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    // Through text, so that aliases are copies and a circle of them is refused.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES }) ?? null));
  } catch (error) {
    throw invalid(place, `is not YAML (${errorMessage(error)})`, 'Correct the YAML there.', error);
  }
}

function invalid(place: string, problem: string, next: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('CATALOG_INVALID', `${place} ${problem}.`, { next, details: { place }, cause });
}
