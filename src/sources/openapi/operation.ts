/** Where a parameter goes in the request. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** How lists and objects are written in a parameter; the names are those of OpenAPI 3, with one of Swagger 2. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

/** How a value is written. */
export interface ValueStyle {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** The value is written as JSON text first. */
  readonly json: boolean;
  /** Reserved characters stay as they are. */
  readonly allowReserved: boolean;
}

/** One parameter of an operation. */
export interface ApiParameter extends ValueStyle {
  /** Its key in the tool's arguments: the name, unless another place has the same one. */
  readonly argument: string;
  /** Its name in the request. */
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string;
  /** As written; references point into the document. */
  readonly schema: unknown;
}

/** How a body is written. `text` and `binary` are sent as they are. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** The body of an operation. */
export interface ApiBody {
  /** Its key in the tool's arguments. */
  readonly argument: string;
  readonly kind: BodyKind;
  readonly mediaType: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  /** Of single fields of a form. */
  readonly fields: Readonly<Record<string, FieldEncoding>>;
}

/** How one field of a form is written. */
export interface FieldEncoding {
  readonly contentType?: string;
  readonly value?: ValueStyle;
  /** The field is a file, given as base64. */
  readonly file?: boolean;
}

/** One of several ways to be let in: names of schemes that are needed together. */
export type SecurityRequirement = readonly string[];

/** One operation of an API, the same for all versions of the format. */
export interface ApiOperation {
  /** Unique in its document. */
  readonly name: string;
  /** In capitals. */
  readonly method: string;
  /** With its placeholders. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiBody | undefined;
  /** Its own servers, before those of the document. */
  readonly servers: readonly ApiServer[];
  /** Ways to be let in; undefined where the document says nothing about it. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

/** An address with variables. */
export interface ApiServer {
  readonly url: string;
  /** Variable → its default and what it may be, where that is limited. */
  readonly variables: Readonly<Record<string, { readonly value: string; readonly choices?: readonly string[] }>>;
}

/** What an API wants to see of its caller. */
export type SecurityScheme =
  | { readonly kind: 'key'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer' };

/** All that is read of a document. */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly ApiOperation[];
  readonly servers: readonly ApiServer[];
  readonly security: Readonly<Record<string, SecurityScheme>>;
  /** For schemas of the operations. */
  readonly root: Readonly<Record<string, unknown>>;
  /** What could not be read, in words. */
  readonly warnings: readonly string[];
}
