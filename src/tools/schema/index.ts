/** Argument and result schemas: reading what servers send, showing it, bounding it, converting it for providers. */

// For those who walk schemas that were read.
export { escapeHidden } from '../sanitize.ts';
export { type ConvertedSchema, convertSchema, type PlainTarget, type SchemaTarget } from './convert/convert.ts';
export { measureSchema, type SchemaSizes } from './convert/strict/measure.ts';
export type { StrictTarget } from './convert/strict/rules.ts';
export { strictProblems } from './convert/strict-problems.ts';
export { isSchemaValidFor } from './convert/valid-for.ts';
export { loosenParent } from './loosen.ts';
export { inPlaceParts, type ObjectView, viewObject } from './object-view.ts';
export { hasType, isSchemaNode, mapSubschemas, omit, type SchemaNode, typesOf } from './objects.ts';
export { formatPointer } from './pointer.ts';
export { type InputSchemaReading, readInputSchema } from './read/read-input.ts';
export { type OutputSchemaReading, readOutputSchema } from './read/read-output.ts';
export { type BoundedSchema, boundSchema } from './show/bound.ts';
export { type DeclarationOptions, toDeclaration } from './show/declaration.ts';
export { type ListParametersOptions, listParameters, type Parameter } from './show/parameters.ts';
export { type SignatureOptions, toSignature } from './show/signature.ts';
export { toTypeText } from './show/type-text.ts';
export { constantsOf, namesAskedFor } from './unions.ts';
