import { describe, expect, it } from 'vitest';
import { readOutputSchema } from './read-output.ts';

describe('readOutputSchema', () => {
  it('has nothing to say where there is no schema', () => {
    for (const raw of [undefined, null]) expect(readOutputSchema(raw)).toEqual({ schema: undefined });
  });

  it('ignores a schema that is not an object schema and says why', () => {
    for (const raw of [
      true,
      'x',
      [],
      {},
      { $id: 'urn:x', description: 'untyped' },
      { type: 'string' },
      { type: ['object', 'null'] },
    ]) {
      const { schema, problem } = readOutputSchema(raw);
      expect(schema).toBeUndefined();
      expect(problem).toBeTypeOf('string');
    }
  });

  it('ignores a union that can never be an object', () => {
    expect(readOutputSchema({ anyOf: [{ type: 'string' }, { type: 'array' }] }).problem).toBe(
      'root cannot be an object',
    );
  });

  it('reads an object schema, and an untyped one whose rules can be met by an object', () => {
    const plain = { type: 'object', properties: { a: { type: 'string' } } };
    expect(readOutputSchema(plain)).toEqual({ schema: plain });
    expect(readOutputSchema({ anyOf: [plain, { type: 'null' }] }).schema?.type).toBe('object');
    expect(readOutputSchema({ $ref: '#/$defs/A', $defs: { A: plain } }).schema).toMatchObject(plain);
  });
});
