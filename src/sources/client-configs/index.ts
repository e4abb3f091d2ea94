/** Door of the client configuration files: where each client keeps its MCP servers, and how to read that. */
export { CLIENT_FORMATS, CLIENT_IDS, clientFormat } from './clients/table.ts';
export { COMMON_KEYS, type EntryDialect, type FieldMeaning } from './dialect.ts';
export { type ConfigDocument, type DuplicateKey, readDocument } from './document.ts';
export { rawServer, removeServer, setRawServer, setServer } from './edit.ts';
export { readEntries } from './entry.ts';
export {
  type HostEnvironment,
  pathsOf,
  processEnvironment,
  resolvePath,
  samePath,
  shortPath,
  variableOf,
} from './environment.ts';
export { type Expansion, expandVariables, inputVariable, type TextReader } from './expand.ts';
export { describeType } from './fields.ts';
export {
  type FindOptions,
  type FoundConfig,
  findClientConfigs,
  isMissing,
  locateConfig,
  readTextFile,
} from './find.ts';
export type {
  ClientConfigFormat,
  ClientId,
  ConfigLocation,
  ConfigProblem,
  ConfigScope,
  InputDefinition,
  LaunchCommand,
  ParsedClientConfig,
  RawEndpoint,
  RawRemoteEndpoint,
  RawServerEntry,
  RawStdioEndpoint,
  VariableSyntax,
} from './format.ts';
export { isOwnGateway } from './own-entry.ts';
export { type ResolvedServer, type ResolveScope, resolveServer } from './resolve.ts';
export { looksSecret, maskSecrets } from './secrets.ts';
