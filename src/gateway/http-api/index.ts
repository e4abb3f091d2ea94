/** The HTTP API: search, describe, call, assemble and preselect for agents in any language. */
export { createHttpApiDoor, type HttpApiOptions } from './door.ts';
export { OPENAPI_DOCUMENT } from './openapi-document.ts';
