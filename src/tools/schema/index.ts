/** Argument and result schemas: reading what servers send, showing it, bounding it, converting it for providers. */

export { type ListParametersOptions, listParameters, type Parameter } from './parameters.ts';
export { type InputSchemaReading, readInputSchema } from './read-input.ts';
export { type OutputSchemaReading, readOutputSchema } from './read-output.ts';
export { type SignatureOptions, toSignature } from './signature.ts';
