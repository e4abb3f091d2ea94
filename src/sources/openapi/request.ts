import { ToolscoutError } from '../../errors.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject, own } from '../../shared/json.ts';
import type { ApiBody, ApiOperation, ApiParameter, FieldEncoding } from './operation.ts';
import { encodeReserved, encodeStrict, toPairs, toText, valueText } from './serialize.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A request without credentials, ready to be sent. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/**
 * Puts arguments into their places.
 * @param base address of the API, without its trailing slash
 * @throws ToolscoutError `INVALID_ARGUMENTS` where a value cannot stand in its place
 */
export async function buildRequest(operation: ApiOperation, base: string, args: Arguments): Promise<ApiRequest> {
  const { parameters, body, method } = operation;
  const given = parameters.filter(({ argument }) => isGiven(own(args, argument)));
  const path = buildPath(operation, given, args);
  const query = given
    .filter((one) => one.in === 'query')
    .flatMap((one) => {
      const encode = one.allowReserved ? encodeReserved : encodeStrict;
      return toPairs(one.name, own(args, one.argument), one).map(
        ([name, value]) => `${encodeStrict(name)}=${encode(value)}`,
      );
    });
  const url = new URL(base + path);
  // A path may bring a part of the query with it.
  const search = [url.search.slice(1), ...query].filter((part) => part !== '').join('&');
  url.search = search === '' ? '' : `?${search}`;
  const content = body === undefined ? undefined : await buildBody(body, own(args, body.argument), operation);
  return {
    method,
    url,
    headers: { ...headersOf(given, args, operation), ...content?.headers },
    ...(content === undefined ? {} : { body: content.bytes }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function buildPath({ path, name }: ApiOperation, given: readonly ApiParameter[], args: Arguments): string {
  const filled = path.replace(/\{([^{}]+)\}/g, (_whole, placeholder: string) => {
    const parameter = given.find((one) => one.in === 'path' && one.name === placeholder);
    if (parameter === undefined) throw misplaced(name, placeholder, 'is missing');
    const text = toText(placeholder, own(args, parameter.argument), parameter, encodeStrict);
    // Another operation would answer.
    if (text === '') throw misplaced(name, parameter.argument, 'is empty, which the address does not allow');
    return text;
  });
  // What was encoded cannot hold a slash; left are steps up, which an address resolves.
  if (filled !== path && filled.split(/[/?#]/).some((step) => /^\.{1,2}$/.test(step))) {
    throw misplaced(name, '', 'would lead to another address');
  }
  return filled.startsWith('/') ? filled : `/${filled}`;
}

function headersOf(given: readonly ApiParameter[], args: Arguments, { name: tool }: ApiOperation) {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const parameter of given) {
    const { in: place, name, argument } = parameter;
    const value = own(args, argument);
    if (place === 'cookie') {
      cookies.push(...toPairs(name, value, parameter).map(([key, text]) => `${key}=${encodeStrict(text)}`));
    }
    if (place !== 'header') continue;
    const text = toText(name, value, parameter, (part) => part);
    // Bytes beyond those of Latin-1 do not exist in a header.
    if (/[^\t\x20-\x7e\xa0-\xff]/.test(text)) throw misplaced(tool, argument, 'holds characters that a header cannot');
    headers[name.toLowerCase()] = text;
  }
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
  return headers;
}

interface BodyContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

async function buildBody(body: ApiBody, value: unknown, operation: ApiOperation): Promise<BodyContent | undefined> {
  if (value === undefined || (value === null && body.kind !== 'json')) return undefined;
  const { kind, mediaType, argument } = body;
  const ofType = (bytes: Uint8Array<ArrayBuffer>, type = mediaType): BodyContent => ({
    bytes,
    headers: { 'content-type': type },
  });
  switch (kind) {
    case 'json':
      return ofType(encodeText(stringifyExact(value)), mediaType === '*/*' ? 'application/json' : mediaType);
    case 'text':
      return ofType(encodeText(valueText(value)));
    case 'binary':
      return ofType(decodeBase64(value, operation, argument), mediaType.includes('*') ? OCTETS : mediaType);
    case 'form':
      return ofType(encodeText(new URLSearchParams(formPairs(body, value).map(([...pair]) => pair)).toString()));
    case 'multipart':
      return multipart(body, value, operation);
  }
}

const OCTETS = 'application/octet-stream';
const FORM_STYLE = { style: 'form', explode: true, json: false, allowReserved: false } as const;

function formPairs({ fields }: ApiBody, value: unknown) {
  return Object.entries(isObject(value) ? value : {})
    .filter(([, item]) => isGiven(item))
    .flatMap(([name, item]) => {
      const { value: style = FORM_STYLE } = fieldOf(fields, name);
      // An object in a form is JSON, unless the document wants it taken apart.
      if (isObject(item) && style === FORM_STYLE) return [[name, stringifyExact(item)] as const];
      return toPairs(name, item, style);
    });
}

/** Lets the platform find the boundary. */
async function multipart({ fields, argument }: ApiBody, value: unknown, operation: ApiOperation): Promise<BodyContent> {
  const form = new FormData();
  for (const [name, given] of Object.entries(isObject(value) ? value : {})) {
    const { file = false, contentType } = fieldOf(fields, name);
    for (const item of Array.isArray(given) ? given : [given]) {
      if (!isGiven(item)) continue;
      if (file) {
        const bytes = decodeBase64(item, operation, `${argument}.${name}`);
        form.append(
          name,
          new Blob([bytes], { type: contentType?.includes('*') ? OCTETS : (contentType ?? OCTETS) }),
          name,
        );
      } else if (isObject(item) || contentType !== undefined) {
        const type = contentType ?? 'application/json';
        form.append(name, new Blob([valueText(item)], { type }));
      } else form.append(name, valueText(item));
    }
  }
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  return { bytes, headers: { 'content-type': encoded.headers.get('content-type')! } };
}

function fieldOf(fields: ApiBody['fields'], name: string): FieldEncoding {
  return Object.hasOwn(fields, name) ? fields[name]! : {};
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function decodeBase64(value: unknown, { name }: ApiOperation, argument: string): Uint8Array<ArrayBuffer> {
  const text = typeof value === 'string' ? value.replace(/\s+/g, '') : undefined;
  if (text === undefined || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) {
    throw misplaced(name, argument, 'is not base64');
  }
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function misplaced(tool: string, argument: string, problem: string): ToolscoutError {
  const what = argument === '' ? 'An argument of the path' : `Argument ${JSON.stringify(argument)}`;
  return new ToolscoutError('INVALID_ARGUMENTS', `${what} of ${JSON.stringify(tool)} ${problem}.`, {
    next: 'Correct the argument and call again.',
    details: { tool, ...(argument === '' ? {} : { path: `/${argument.replaceAll('.', '/')}` }), ran: false },
  });
}
