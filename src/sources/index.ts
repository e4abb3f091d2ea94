/** Where tools come from. */
export { type CatalogRow, readCatalogFile, readCatalogRows } from './catalog-file.ts';
export * from './client-configs/index.ts';
export * from './examples/index.ts';
export {
  type CallOptions,
  canAnswer,
  canSignIn,
  connectPlainClient,
  createToolListCache,
  type ExchangeClient,
  LOCAL_USER,
  type LoginOptions,
  type LoginReport,
  type LogoutReport,
  logIn,
  logOut,
  type PlainClient,
  type PoolChanges,
  type ProtocolEra,
  type SignIn,
  type SignInOwner,
  type SignInStore,
  type SignIns,
  type ToolListCache,
  Upstream,
  type UpstreamLog,
  type UpstreamLogEntry,
  type UpstreamOptions,
  UpstreamPool,
  type UpstreamState,
  type UpstreamStatus,
  type UpstreamWarning,
} from './mcp/index.ts';
export {
  type ApiBody,
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type Credentials,
  OpenApiPool,
  OpenApiService,
  type OpenApiSpec,
  type OpenApiStatus,
  openApiEntries,
  type ParameterPlace,
  type PrivateHosts,
  parseApiDocument,
  readApiDocument,
} from './openapi/index.ts';
export { type Line, readLines } from './read-lines.ts';
export {
  DEFAULT_CALL_TIMEOUT_MS,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_START_TIMEOUT_MS,
  type OAuthSettings,
  type RemoteTransportSpec,
  type ServerSpec,
  type TransportSpec,
} from './server-spec.ts';
export { readSkills, type SkillFile, type SkillFolder } from './skills/index.ts';
