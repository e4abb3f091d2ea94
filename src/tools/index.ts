/** What a tool is: definitions as sources send them, reading, names, schemas, documents, catalogs with epochs. */
export { type Catalog, catalogOf, createCatalog } from './catalog.ts';
export type {
  SourceKind,
  Tool,
  ToolAnnotations,
  ToolDefinition,
  ToolEntry,
  ToolKind,
  ToolSource,
  ToolTags,
  ToolWarning,
} from './definition.ts';
export { isDeprecated, isNamedInPlaceOf } from './deprecation.ts';
export { ownTexts, parameterTextsOf, type ToolDocument, toDocument } from './document.ts';
export { KnownSchemas, MAX_DEFINITION_DEPTH } from './known-schemas.ts';
export { preferredName, toolId } from './names.ts';
export { type PassingTool, readPassingEntry, readPassingTool } from './read-tool.ts';
export { createReferences, NAME_SEPARATOR, type References, type Resolution, spellingsOf } from './references.ts';
export { sanitizeText, singleLine } from './sanitize.ts';
export * from './schema/index.ts';
export { pairNames, settingKey, settingNames } from './setting-names.ts';
