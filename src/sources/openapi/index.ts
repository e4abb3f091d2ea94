/** HTTP APIs as tools: OpenAPI 3.x and Swagger 2 documents in, operations called over HTTP. */
export type { PrivateHosts } from './address-guard.ts';
export type { Credentials } from './credentials.ts';
export { type ApiDocument, isApiDocument, parseApiDocument, readApiDocument } from './document.ts';
export { openApiEntries } from './entries.ts';
export type { ApiBody, ApiOperation, ApiParameter, ParameterPlace } from './operation.ts';
export { OpenApiPool } from './pool.ts';
export { OpenApiService, type OpenApiStatus } from './service.ts';
export type { OpenApiSpec } from './service-spec.ts';
