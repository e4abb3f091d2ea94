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

  it('gives up comments, then depth, then values, then members', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { [`l${levels}`]: deep(levels - 1) } };
    const values = Array.from({ length: 20 }, (_, index) => `value${index}`);
    const schema = {
      type: 'object',
      properties: {
        a: { ...deep(5), description: 'The deep one.' },
        b: { enum: values, description: `Many. ${'word '.repeat(40)}` },
      },
    } as never;
    const shown = (maxLength: number) => toDeclaration('T', schema, { maxLength }).split('\n');
    const list = (count: number) =>
      values
        .slice(0, count)
        .map((value) => `"${value}"`)
        .join(' | ');
    expect(shown(600)).toEqual([
      'type T = {',
      '  a?: { l5?: { l4?: { l3?: { l2?: object } } } }; // The deep one.',
      `  b?: ${list(20)}; // Many. ${'word '.repeat(22)}wor…`,
      '};',
    ]);
    expect(shown(400)).toEqual(['type T = {', '  a?: { l5?: { l4?: { l3?: object } } };', `  b?: ${list(20)};`, '};']);
    expect(shown(260)).toEqual(['type T = {', '  a?: { l5?: object };', `  b?: ${list(12)} | … +8;`, '};']);
    expect(shown(100)).toEqual([`type T = { a?: { l5?: { l4?: object } }, b?: ${list(12)} | … +8 };`]);
  });

  it('says nothing of members that are not described, and of unions as wholes', () => {
    const text = (schema: object) => toDeclaration('T', schema as never);
    expect(text({ properties: { a: { description: '' }, b: { description: 'x\u200by' } } })).toBe(
      'type T = {\n  a?: unknown;\n  b?: unknown; // x\\u200by\n};',
    );
    const own = { properties: { a: { type: 'string' } } };
    expect(text({ ...own, anyOf: [{ required: ['a'] }, { required: ['b'] }] })).toBe(
      'type T = { a?: string } // needs a or b;',
    );
    expect(text({ oneOf: [own, { type: 'null' }] })).toBe('type T = { a?: string } | null;');
    expect(text({ allOf: [own] })).toBe('type T = {\n  a?: string;\n};');
  });
});
