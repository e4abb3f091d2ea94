import { readCallInput, readDescribeInput } from './input.ts';

/** Every text in the input of a description or a call that may name a tool: for names that are looked up elsewhere. */
export function possibleReferences(input: unknown): readonly string[] {
  const asked = new Set<string>();
  const note = (reference: string): undefined => {
    if (reference.trim() !== '') asked.add(reference);
    return undefined;
  };
  // What cannot be read is an error of the operation itself.
  attempt(() => readDescribeInput(input).references.forEach(note));
  attempt(() => note(readCallInput(input, note).reference));
  return [...asked];
}

function attempt(read: () => void): void {
  try {
    read();
  } catch {}
}
