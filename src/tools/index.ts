/** What a tool is: definitions as sources send them, reading, names, schemas, documents, catalogs with epochs. */
export { type Catalog, createCatalog } from './catalog.ts';
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
export { type ToolDocument, toDocument } from './document.ts';
export { preferredName, toolId } from './names.ts';
export { createReferences, type References, type Resolution } from './references.ts';
export { sanitizeText, singleLine } from './sanitize.ts';
export * from './schema/index.ts';
