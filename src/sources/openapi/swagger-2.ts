import { isObject, own } from '../../shared/json.ts';
import { chooseMediaType, kindOf } from './media-types.ts';
import { readScheme3 } from './openapi-3.ts';
import type { ApiBody, ApiServer, FieldEncoding, ParameterPlace, SecurityScheme, ValueStyle } from './operation.ts';
import type { ParameterDraft } from './read-description.ts';
import { plainText, textAt, textsIn } from './texts.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members of a parameter that are about the parameter; all others are its schema. */
const ABOUT: ReadonlySet<string> = new Set([
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
  'schema',
]);

/** Reads a parameter of Swagger 2 that is neither the body nor a field of it. */
export function readParameter2(raw: Members): ParameterDraft | undefined {
  const place = own(raw, 'in');
  if (place !== 'path' && place !== 'query' && place !== 'header') return undefined;
  return {
    name: textAt(raw, 'name')!,
    in: place,
    required: place === 'path' || own(raw, 'required') === true,
    description: plainText(own(raw, 'description')),
    schema: schemaOf(raw),
    ...styleOf(own(raw, 'collectionFormat'), place),
  };
}

/** The body is a parameter `in: body`, or all those `in: formData` together. */
export function readBody2(
  operation: Members,
  parameters: readonly Members[],
  root: Members,
): Omit<ApiBody, 'argument'> | undefined {
  const types = textsIn(own(operation, 'consumes') ?? own(root, 'consumes'));
  const body = parameters.find((one) => own(one, 'in') === 'body');
  if (body !== undefined) {
    const mediaType = chooseMediaType(types) ?? 'application/json';
    const kind = kindOf(mediaType, true);
    return {
      // A form needs fields of its own here, so this one was meant for other operations.
      ...(kind === 'form' || kind === 'multipart'
        ? { kind: 'json', mediaType: 'application/json' }
        : { kind, mediaType }),
      required: own(body, 'required') === true,
      description: plainText(own(body, 'description')),
      schema: own(body, 'schema') ?? {},
      fields: {},
    };
  }
  const fields = parameters.filter((one) => own(one, 'in') === 'formData');
  return fields.length === 0 ? undefined : formOf(fields, types);
}

function formOf(fields: readonly Members[], types: readonly string[]): Omit<ApiBody, 'argument'> {
  const hasFile = fields.some((one) => own(one, 'type') === 'file');
  const offered = types.find((type) => ['form', 'multipart'].includes(kindOf(type, true)));
  const mediaType = hasFile ? 'multipart/form-data' : (offered ?? 'application/x-www-form-urlencoded');
  const required = fields.filter((one) => own(one, 'required') === true).map((one) => textAt(one, 'name')!);
  const encodings = fields.map((one): [string, FieldEncoding] => [
    textAt(one, 'name')!,
    own(one, 'type') === 'file' ? { file: true } : { value: styleOf(own(one, 'collectionFormat'), 'query') },
  ]);
  return {
    kind: kindOf(mediaType, true),
    mediaType,
    required: required.length > 0,
    description: '',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((one) => [
          textAt(one, 'name')!,
          { ...schemaOf(one), ...(Object.hasOwn(one, 'description') ? { description: one.description } : {}) },
        ]),
      ),
      ...(required.length === 0 ? {} : { required }),
    },
    fields: Object.fromEntries(encodings),
  };
}

/** Type and limits stand beside the name here. */
function schemaOf(raw: Members): Members {
  const members = Object.fromEntries(Object.entries(raw).filter(([key]) => !ABOUT.has(key)));
  const nested = own(raw, 'schema');
  return isObject(nested) && Object.keys(members).length === 0 ? nested : members;
}

function styleOf(format: unknown, place: ParameterPlace): ValueStyle {
  const common = { json: false, allowReserved: false };
  switch (format) {
    case 'multi':
      return { style: place === 'query' ? 'form' : 'simple', explode: place === 'query', ...common };
    case 'ssv':
      return { style: 'spaceDelimited', explode: false, ...common };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false, ...common };
    case 'tsv':
      return { style: 'tabDelimited', explode: false, ...common };
    default:
      return { style: place === 'query' ? 'form' : 'simple', explode: false, ...common };
  }
}

/** The one server: scheme, host and base path; without a host, wherever the document came from. */
export function readServers2(_holder: Members, root: Members): readonly ApiServer[] {
  const schemes = textsIn(own(root, 'schemes')).map((scheme) => scheme.toLowerCase());
  const host = textAt(root, 'host')?.trim() ?? '';
  const basePath = textAt(root, 'basePath') ?? '';
  const scheme = ['https', 'http'].find((one) => schemes.includes(one)) ?? (schemes.length === 0 ? 'https' : undefined);
  if (scheme === undefined) return [];
  if (host === '') return [{ url: basePath === '' ? '/' : basePath, variables: {} }];
  return [
    { url: `${scheme}://${host}${basePath.startsWith('/') || basePath === '' ? '' : '/'}${basePath}`, variables: {} },
  ];
}

/** Reads a security scheme. */
export function readScheme2(raw: Members): SecurityScheme | undefined {
  return own(raw, 'type') === 'basic' ? { kind: 'basic' } : readScheme3(raw);
}
