import { describe, expect, it } from 'vitest';
import { toDeclaration } from './declaration.ts';

describe('toDeclaration', () => {
  it('writes one member a line, required ones first, with its description', () => {
    const schema = {
      type: 'object',
      properties: {
        labels: { type: 'array', items: { type: 'string' } },
        title: { type: 'string', description: 'What it\nis about.' },
        owner: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
      required: ['title'],
    };
    expect(toDeclaration('Arguments', schema)).toBe(
      [
        'type Arguments = {',
        '  title: string; // What it is about.',
        '  labels?: string[];',
        '  owner?: { id: number };',
        '};',
      ].join('\n'),
    );
  });

  it('says of no members, and of a union, what they are', () => {
    expect(toDeclaration('Arguments', { type: 'object', properties: {} })).toBe('type Arguments = {};');
    const union = { type: 'object', oneOf: [{ properties: { a: {} }, required: ['a'] }, { type: 'string' }] };
    expect(toDeclaration('Result', union)).toContain(' | ');
  });

  it('stays within its length, by comments first', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`field_${i}`, { type: 'string', description: 'words '.repeat(20) }]),
    );
    const short = toDeclaration('Arguments', { type: 'object', properties }, { maxLength: 1_500 });
    expect(short.length).toBeLessThanOrEqual(1_500);
    expect(short).toContain('  field_39?: string;');
    const shorter = toDeclaration('Arguments', { type: 'object', properties }, { maxLength: 300 });
    expect(shorter.length).toBeLessThanOrEqual(300);
    expect(shorter).toMatch(/… \+\d+ more/);
  });
});
