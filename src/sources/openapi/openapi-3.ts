import { foreignText, isObject, own } from '../../shared/json.ts';
import { dereference } from './document.ts';
import { chooseMediaType, kindOf } from './media-types.ts';
import type {
  ApiBody,
  ApiServer,
  FieldEncoding,
  ParameterPlace,
  ParameterStyle,
  SecurityScheme,
  ValueStyle,
} from './operation.ts';
import type { ParameterDraft } from './read-description.ts';
import { plainText, textAt, textsIn } from './texts.ts';

type Members = Readonly<Record<string, unknown>>;

const DEFAULT_STYLES: Readonly<Record<ParameterPlace, ParameterStyle>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

const STYLES: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** Reads a parameter of OpenAPI 3. */
export function readParameter3(raw: Members): ParameterDraft | undefined {
  const place = own(raw, 'in');
  if (!isPlace(place)) return undefined;
  const content = own(raw, 'content');
  const [media] = isObject(content) ? Object.values(content) : [];
  const name = textAt(raw, 'name')!;
  return {
    name,
    in: place,
    required: place === 'path' || own(raw, 'required') === true,
    description: plainText(own(raw, 'description')),
    schema: (isObject(media) ? own(media, 'schema') : own(raw, 'schema')) ?? {},
    ...readStyle(raw, place),
    json: media !== undefined,
  };
}

function readStyle(raw: Members, place: ParameterPlace): ValueStyle {
  const style = STYLES[place].find((one) => one === own(raw, 'style')) ?? DEFAULT_STYLES[place];
  const explode = own(raw, 'explode');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
    json: false,
    allowReserved: own(raw, 'allowReserved') === true,
  };
}

/** Reads the body of an operation of OpenAPI 3: of several media types the one that says most about its fields. */
export function readBody3(
  operation: Members,
  _parameters: readonly Members[],
  root: Members,
): Omit<ApiBody, 'argument'> | undefined {
  const raw = dereference(root, own(operation, 'requestBody'));
  if (!isObject(raw)) return undefined;
  const content = own(raw, 'content');
  if (!isObject(content)) return undefined;
  const mediaType = chooseMediaType(Object.keys(content));
  if (mediaType === undefined) return undefined;
  const media = dereference(root, content[mediaType]);
  const schema = isObject(media) ? own(media, 'schema') : undefined;
  const kind = kindOf(mediaType, schema !== undefined);
  return {
    kind,
    mediaType,
    required: own(raw, 'required') === true,
    description: plainText(own(raw, 'description')),
    schema: schema ?? {},
    fields: isObject(media) && (kind === 'form' || kind === 'multipart') ? readFields(media, schema, root) : {},
  };
}

function readFields(media: Members, schema: unknown, root: Members): Record<string, FieldEncoding> {
  const encodings = own(media, 'encoding');
  const target = dereference(root, schema);
  const properties = isObject(target) ? own(target, 'properties') : undefined;
  const names = [encodings, properties].flatMap((one) => (isObject(one) ? Object.keys(one) : []));
  const fields: Record<string, FieldEncoding> = {};
  for (const name of new Set(names)) {
    const encoding = isObject(encodings) ? own(encodings, name) : undefined;
    const property = isObject(properties) ? dereference(root, own(properties, name)) : undefined;
    const contentType = isObject(encoding) ? textAt(encoding, 'contentType') : undefined;
    fields[name] = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(isObject(encoding) && ['style', 'explode', 'allowReserved'].some((key) => Object.hasOwn(encoding, key))
        ? { value: readStyle(encoding, 'query') }
        : {}),
      ...(isFile(property) ? { file: true } : {}),
    };
  }
  return fields;
}

/** Bytes: `format: binary` of 3.0, `contentMediaType` without a type of 3.1. */
export function isFile(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (own(schema, 'format') === 'binary' || own(schema, 'type') === 'file') return true;
  return own(schema, 'type') === undefined && typeof own(schema, 'contentMediaType') === 'string';
}

/** Reads the servers of a document, path or operation. */
export function readServers3(holder: Members): readonly ApiServer[] {
  const servers = own(holder, 'servers');
  return (Array.isArray(servers) ? servers : []).filter(isObject).flatMap((server) => {
    const url = textAt(server, 'url')?.trim();
    return url === undefined ? [] : [{ url, variables: readVariables(own(server, 'variables')) }];
  });
}

function readVariables(raw: unknown): ApiServer['variables'] {
  const entries = Object.entries(isObject(raw) ? raw : {}).flatMap(([name, variable]) => {
    if (!isObject(variable)) return [];
    const choices = textsIn(own(variable, 'enum'));
    const value = foreignText(own(variable, 'default') ?? choices[0] ?? '');
    return [[name, { value, ...(choices.length === 0 ? {} : { choices }) }] as const];
  });
  return Object.fromEntries(entries);
}

/** Reads a security scheme. However a token of OAuth was come by, it is sent as a bearer token. */
export function readScheme3(raw: Members): SecurityScheme | undefined {
  const name = textAt(raw, 'name');
  const place = own(raw, 'in');
  switch (own(raw, 'type')) {
    case 'apiKey':
      if (name === undefined || (place !== 'query' && place !== 'header' && place !== 'cookie')) return undefined;
      return { kind: 'key', in: place, name };
    case 'http': {
      const scheme = textAt(raw, 'scheme')?.toLowerCase();
      return scheme === 'basic' || scheme === 'bearer' ? { kind: scheme } : undefined;
    }
    case 'oauth2':
    case 'openIdConnect':
      return { kind: 'bearer' };
    default:
      return undefined;
  }
}

function isPlace(value: unknown): value is ParameterPlace {
  return typeof value === 'string' && Object.hasOwn(DEFAULT_STYLES, value);
}
