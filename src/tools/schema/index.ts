/** Argument and result schemas: reading what servers send, showing it, bounding it, converting it for providers. */
export { type ConvertedSchema, convertSchema, type SchemaTarget } from './convert/convert.ts';
export { isSchemaValidFor } from './convert/valid-for.ts';
export { type InputSchemaReading, readInputSchema } from './read/read-input.ts';
export { type OutputSchemaReading, readOutputSchema } from './read/read-output.ts';
export { type BoundedSchema, boundSchema } from './show/bound.ts';
export { type ListParametersOptions, listParameters, type Parameter } from './show/parameters.ts';
export { type SignatureOptions, toSignature } from './show/signature.ts';
