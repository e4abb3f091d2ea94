import { describe, expect, it } from 'vitest';
import { toToolEntry } from './catalog-entry.ts';
import { RowReader } from './row-reader.ts';

const schema = '{"type": "object", "properties": {"a\\"}": {"enum": ["}", "\\\\"]}}}';

/** What reading each line alone gives, error messages included. */
function alone(text: string): unknown {
  try {
    return toToolEntry(JSON.parse(text), 'file:1');
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : (error as Error).message;
  }
}

function read(rows: RowReader, text: string): unknown {
  try {
    return rows.read(text, 'file:1');
  } catch (error) {
    const { message } = error as Error;
    return message.includes('is not JSON') ? 'no JSON' : message;
  }
}

describe('rows of a catalogue', () => {
  it('share one object of equal parameters, and nothing else', () => {
    const rows = new RowReader();
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      rows.read(
        `{"name": "${name}", "parameters": ${name === 'c' ? '{"type": "object"}' : schema}, "x": {}}`,
        'file:1',
      ),
    );
    expect(second!.definition.inputSchema).toBe(first!.definition.inputSchema);
    expect(Object.isFrozen(first!.definition.inputSchema)).toBe(true);
    expect(third!.definition.inputSchema).not.toBe(first!.definition.inputSchema);
    expect(second!.definition.x).not.toBe(first!.definition.x);
    expect(second!.definition.name).toBe('b');
  });

  it.each([
    ['parameters within another member', `{"name": "n", "annotations": {"parameters": ${schema}}}`],
    ['a text that looks like them', `{"name": "n", "description": "\\"parameters\\": {}"}`],
    ['a value of that name', `{"name": "parameters", "description": "parameters", "parameters": ${schema}}`],
    ['no object', '{"name": "n", "parameters": "{}"}'],
    ['none at all', '{"name": "n"}'],
    ['them beside an inputSchema', `{"name": "n", "inputSchema": {"type": "object"}, "parameters": ${schema}}`],
    ['them twice', `{"name": "n", "parameters": ${schema}, "parameters": {"type": "object"}}`],
    ['them twice, once in disguise', `{"name": "n", "parameters": ${schema}, "\\u0070arameters": {"type": "object"}}`],
    ['a member of an object named __proto__', `{"name": "n", "__proto__": {"a": 1}, "parameters": ${schema}}`],
    ['a list', `[${schema}]`],
    ['half a line', `{"name": "n", "parameters": ${schema}`],
    ['half a schema', '{"name": "n", "parameters": {"type": "object"'],
    ['a broken line', `{"name": "n", "parameters": ${schema}, oops}`],
    ['a broken schema', '{"name": "n", "parameters": {"type" "object"}}'],
    ['nothing', ''],
    ['one level too many', `{"name": "n", "parameters": ${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`],
    ['as many levels as may be', `{"name": "n", "parameters": ${'{"a":'.repeat(499)}1${'}'.repeat(499)}}`],
  ])('are read as if each stood alone: %s', (_, text) => {
    const rows = new RowReader();
    rows.read(`{"name": "first", "parameters": ${schema}}`, 'file:1');
    for (const _again of [1, 2]) expect(read(rows, text)).toEqual(alone(text));
  });
});
