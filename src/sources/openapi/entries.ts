import type { ToolDefinition, ToolEntry } from '../../tools/index.ts';
import type { ApiDocument } from './document.ts';
import type { ApiOperation } from './operation.ts';
import { readDescription } from './read-description.ts';
import { createSchemaLibrary } from './schema-library.ts';
import { toToolDefinition } from './tool-definition.ts';

/**
 * The tools of a document, in its order, for an index or a look. To call them takes an {@link OpenApiService}.
 * @param service stands before the tools' names
 */
export function openApiEntries(document: ApiDocument, service: string): readonly ToolEntry[] {
  const { operations, root } = readDescription(document);
  const schemas = createSchemaLibrary(root);
  return operations.map((operation) => toEntry(service, operation, toToolDefinition(operation, schemas)));
}

/** The entry of one operation. Tags of the document become its namespaces, for rules and filters. */
export function toEntry(service: string, { tags }: ApiOperation, definition: ToolDefinition): ToolEntry {
  return {
    source: { kind: 'openapi', name: service },
    definition,
    ...(tags.length === 0 ? {} : { tags: { namespace: tags } }),
  };
}
