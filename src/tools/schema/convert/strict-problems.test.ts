import { describe, expect, it } from 'vitest';
import { strictProblems } from './strict-problems.ts';

type Node = Readonly<Record<string, unknown>>;

const TEXT: Node = { type: 'string' };
const TARGETS = ['openai-strict', 'anthropic-strict'] as const;

function closed(properties: Node, more: Node = {}): Node {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more };
}

/** What is wrong with one argument, without its place. */
function ofOne(node: unknown, target: (typeof TARGETS)[number]): readonly string[] {
  return strictProblems(closed({ x: node }), target).map((problem) => problem.replace('#/properties/x: ', ''));
}

const nested = (levels: number): Node =>
  levels === 1
    ? closed({ a: TEXT })
    : closed({ a: levels % 2 ? { anyOf: [TEXT, nested(levels - 1)] } : nested(levels - 1) });

describe('strictProblems', () => {
  it('finds nothing in what both modes take', () => {
    const good = closed(
      {
        a: { type: ['string', 'null'], enum: ['a', null], description: 'A.' },
        b: { type: 'array', items: { type: 'integer' }, minItems: 1 },
        c: { anyOf: [TEXT, closed({})] },
        d: { $ref: '#/$defs/D' },
        e: { type: 'string', format: 'date' },
        f: { type: 'string', pattern: '^a' },
      },
      { $defs: { D: closed({ x: TEXT }) } },
    );
    for (const target of TARGETS) expect(strictProblems(good, target)).toEqual([]);
  });

  it('names what neither takes', () => {
    for (const target of TARGETS) {
      expect(strictProblems({ type: 'string' }, target)).toEqual(['the root is no object']);
      expect(strictProblems(closed({}, { anyOf: [TEXT] }), target)).toEqual(['the root is a union']);
      for (const [node, ...problems] of [
        [1, 'is no object'],
        [[], 'is no object'],
        [null, 'is no object'],
        [true, 'is no object'],
        [{ ...TEXT, title: 'T' }, 'title is not known'],
        [{ description: 'D.' }, 'has no type'],
        [{ type: 'object' }, 'additionalProperties is not false'],
        [{ type: ['object', 'null'], additionalProperties: true }, 'additionalProperties is not false'],
        [{ ...TEXT, format: 'regex' }, 'format regex'],
        [{ ...TEXT, enum: [{}] }, 'enum of objects'],
        [{ ...TEXT, enum: [[]] }, 'enum of objects'],
        [{ ...TEXT, enum: [] }, 'empty enum'],
        [{ type: 'array' }, 'a list without items'],
        [{ type: ['array', 'null'] }, 'a list without items'],
        [{ $ref: '#/$defs/Gone' }, 'reference #/$defs/Gone'],
        [{ $ref: '#/properties/x' }, 'reference #/properties/x'],
      ] as const) {
        expect(ofOne(node, target), JSON.stringify(node)).toEqual(problems);
      }
      const name = 'x'.repeat(65);
      expect(strictProblems(closed({ [name]: TEXT, 'a b': TEXT }), target)).toEqual([`#: name ${name}`, '#: name a b']);
      expect(strictProblems(closed({}, { $defs: { 'a b': TEXT } }), target)).toEqual(['#: name a b']);
    }
  });

  it('looks at every place', () => {
    for (const target of TARGETS) {
      for (const [place, node] of [
        ['properties/a', closed({ a: {} })],
        ['$defs/a', closed({}, { $defs: { a: {} } })],
        ['properties/a/items', closed({ a: { type: 'array', items: {} } })],
        ['properties/a/anyOf/1', closed({ a: { anyOf: [TEXT, {}] } })],
      ] as const) {
        expect(strictProblems(node, target)).toEqual([`#/${place}: has no type`]);
      }
    }
  });

  it('names what one of them does not take', () => {
    const bounds = { type: 'number', minimum: 1, maximum: 2, exclusiveMinimum: 1, exclusiveMaximum: 2, multipleOf: 1 };
    expect(ofOne(bounds, 'openai-strict')).toEqual([]);
    expect(ofOne(bounds, 'anthropic-strict')).toEqual(
      ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((one) => `${one} is not known`),
    );
    const list = { type: 'array', items: TEXT };
    expect(ofOne({ ...list, maxItems: 1 }, 'anthropic-strict')).toEqual(['maxItems is not known']);
    for (const few of [0, 1]) expect(ofOne({ ...list, minItems: few }, 'anthropic-strict')).toEqual([]);
    expect(ofOne({ ...list, minItems: 2 }, 'anthropic-strict')).toEqual(['minItems above 1']);
    expect(ofOne({ ...list, minItems: 2, maxItems: 3 }, 'openai-strict')).toEqual([]);
    for (const pattern of ['(?=a)', '(?!a)', '(?<=a)', '(a)\\1', '\\bx', '\\Bx']) {
      expect(ofOne({ ...TEXT, pattern }, 'anthropic-strict')).toEqual([`pattern ${pattern}`]);
    }
    expect(ofOne({ ...TEXT, pattern: '(?:a)\\d' }, 'anthropic-strict')).toEqual([]);
    const own = { ...TEXT, const: 'a', default: 'a', allOf: [TEXT] };
    expect(ofOne(own, 'anthropic-strict')).toEqual([]);
    expect(ofOne(own, 'openai-strict')).toEqual(['const', 'default', 'allOf'].map((one) => `${one} is not known`));
    expect(ofOne({ ...TEXT, format: 'uri' }, 'anthropic-strict')).toEqual([]);
    expect(ofOne({ ...TEXT, format: 'uri' }, 'openai-strict')).toEqual(['format uri']);
    for (const format of ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']) {
      for (const target of TARGETS) expect(ofOne({ ...TEXT, format }, target)).toEqual([]);
    }
    expect(strictProblems(closed({ x: { $ref: '#', description: 'D.' } }), 'openai-strict')).toEqual([
      '#/properties/x: $ref has company',
    ]);
    const open = { ...closed({ a: TEXT, b: TEXT }), required: ['a'] };
    expect(strictProblems(open, 'openai-strict')).toEqual(['#: a member is not required']);
    expect(strictProblems(open, 'anthropic-strict')).toEqual([]);
    expect(strictProblems({ ...open, required: ['a', 'b', 'a'] }, 'openai-strict')).toEqual([
      '#: required repeats a name',
    ]);
  });

  it('counts over the whole schema for the first', () => {
    const problems = (schema: Node) => strictProblems(schema, 'openai-strict');
    const many = (count: number, node: unknown = TEXT) =>
      closed(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, node])));
    expect(problems(many(5_000))).toEqual([]);
    expect(problems(many(5_001))).toEqual(['more than 5,000 properties']);
    const values = (count: number, length = 1) =>
      closed({ x: { ...TEXT, enum: Array.from({ length: count }, () => 'v'.repeat(length)) } });
    expect(problems(values(1_000))).toEqual([]);
    expect(problems(values(1_001))).toEqual(['more than 1,000 enum values']);
    expect(problems(values(250, 100))).toEqual([]);
    expect(problems(values(251, 59))).toEqual([]);
    expect(problems(values(251, 60))).toEqual(['a long enum']);
    // One character of a name and the rest of values.
    expect(problems(values(200, 599))).toEqual([]);
    expect(problems(values(200, 600))).toEqual(['more than 120,000 characters']);
    expect(problems(closed({ x: { ...TEXT, enum: ['v'.repeat(119_998)] } }, { $defs: { D: TEXT } }))).toEqual([]);
    expect(problems(closed({ x: { ...TEXT, enum: ['v'.repeat(119_998)] } }, { $defs: { DE: TEXT } }))).toEqual([
      'more than 120,000 characters',
    ]);
    expect(problems(nested(10))).toEqual([]);
    expect(problems(nested(11))).toEqual(['more than 10 levels']);
    expect(problems(closed({}, { $defs: { D: nested(11) } }))).toEqual(['more than 10 levels']);
    expect(problems(closed({ a: { type: 'array', items: nested(9) } }))).toEqual([]);
    expect(problems(closed({ a: { type: 'array', items: nested(10) } }))).toEqual(['more than 10 levels']);
  });

  it('counts over the whole schema for the other', () => {
    const problems = (schema: Node) => strictProblems(schema, 'anthropic-strict');
    const properties = (count: number, node: unknown = TEXT) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, node]));
    const optional = (count: number) => ({ ...closed({ q: TEXT, ...properties(count) }), required: ['q'] });
    expect(problems(optional(24))).toEqual([]);
    expect(problems(optional(25))).toEqual(['25 optional parameters']);
    const { required: _required, ...nothingRequired } = closed(properties(25));
    expect(problems(nothingRequired)).toEqual(['25 optional parameters']);
    expect(problems(closed(properties(16, { anyOf: [TEXT, TEXT] })))).toEqual([]);
    expect(problems(closed(properties(17, { anyOf: [TEXT, TEXT] })))).toEqual(['17 unions']);
    expect(problems(closed(properties(17, { type: ['string', 'null'] })))).toEqual(['17 unions']);
  });

  it('finds what stands inside itself, for the mode that does not take that', () => {
    const to = (name: string) => ({ $ref: name === '' ? '#' : `#/$defs/${name}` });
    const loops: readonly Node[] = [
      closed({ x: to('') }),
      closed({ x: to('A') }, { $defs: { A: closed({ a: to('A') }) } }),
      closed({ x: to('Aa') }, { $defs: { Aa: closed({ b: to('Bb') }), Bb: closed({ a: to('Aa') }) } }),
    ];
    for (const loop of loops) {
      expect(strictProblems(loop, 'anthropic-strict')).toEqual(['recursive']);
      expect(strictProblems(loop, 'openai-strict')).toEqual([]);
    }
    const twice = closed({ x: to('A'), y: to('B') }, { $defs: { A: closed({ b: to('B') }), B: TEXT, 'C.d': TEXT } });
    expect(strictProblems(twice, 'anthropic-strict')).toEqual([]);
    expect(strictProblems(closed({ x: to('C%2ed') }, { $defs: { 'C.d': TEXT } }), 'anthropic-strict')).toEqual([]);
  });

  it('names what no schema may be, however odd', () => {
    for (const target of TARGETS) {
      for (const [node, problem] of [
        [{ ...closed({}), properties: 5 }, undefined],
        [{ ...closed({}), required: 5 }, undefined],
        [{ anyOf: { a: 1 } }, 'anyOf is no list'],
        [{ $ref: '#/$defs/%' }, 'reference #/$defs/%'],
        [{ $ref: '#/$defs/D/properties' }, 'reference #/$defs/D/properties'],
        [{ $ref: '#/$defs' }, 'reference #/$defs'],
        [{ $ref: 'D' }, 'reference D'],
      ] as const) {
        expect(ofOne(node, target), JSON.stringify(node)).toEqual(problem === undefined ? [] : [problem]);
      }
      expect(strictProblems(closed({}, { $defs: { D: null } }), target)).toEqual(['#/$defs/D: is no object']);
      let deep: Node = TEXT;
      for (let level = 0; level < 20_000; level++) deep = { type: 'array', items: deep };
      expect(strictProblems(closed({ a: deep }), target)).toEqual([
        `#/properties/a${'/items'.repeat(200)}: is nested too deep`,
      ]);
    }
  });

  it('ends soon on definitions that refer to others twice', () => {
    const $defs: Record<string, Node> = { L60: TEXT };
    for (let level = 0; level < 60; level++) {
      const next = { $ref: `#/$defs/L${level + 1}` };
      $defs[`L${level}`] = closed({ a: next, b: next });
    }
    const schema = closed({ x: { $ref: '#/$defs/L0' } }, { $defs });
    expect(strictProblems(schema, 'anthropic-strict')).toEqual([]);
  });
});
