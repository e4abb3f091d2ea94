import { type Tool, toDeclaration } from '../../tools/index.ts';

/** TypeScript of what a tool takes and, where it says so, of what its `structuredContent` holds. */
export function typesOf({ inputSchema, outputSchema }: Tool): string {
  const declarations = [toDeclaration('Arguments', inputSchema)];
  if (outputSchema !== undefined) declarations.push(toDeclaration('Result', outputSchema));
  return declarations.join('\n');
}
