import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeImage } from '../../src/engine/codec/encode-image.ts';
import { CHECKED_FROM, CHECKSUM_AT, FIXED_HEADER, HEADER_LENGTH_AT } from '../../src/engine/codec/image-layout.ts';
import { openImage } from '../../src/engine/codec/open-image.ts';
import { xxh32 } from '../../src/engine/dense/checksum.ts';
import { checkFilterTags, compileFilter, type FilterExpression } from '../../src/engine/filter/expression.ts';
import { type FilterInput, readFilter } from '../../src/engine/index.ts';
import { ToolscoutError } from '../../src/errors.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { anyJson, DEEP_TEXTS, damagedText, runs, SEED, settle } from './fuzz.ts';

const NAMES = [
  'a',
  'b',
  'a.b',
  'a_b',
  'a__b',
  'A',
  'search',
  'web.search',
  'tool_search',
  '获取',
  ' a',
  'a ',
  'x'.repeat(80),
  `${'x'.repeat(80)}y`,
  '__proto__',
  'a:b',
  'a/b',
  'ａ',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 12 }));
const entry: fc.Arbitrary<ToolEntry> = fc
  .record({
    kind: fc.constantFrom('mcp' as const, 'plugin' as const, 'core' as const, 'client' as const),
    server: name,
    tool: name,
    id: fc.option(name, { nil: undefined, freq: 4 }),
    alias: fc.option(name, { nil: undefined, freq: 4 }),
  })
  .map(({ kind, server, tool, id, alias }) => ({
    source: { kind, name: server },
    definition: { name: tool },
    ...(id === undefined ? {} : { id }),
    ...(alias === undefined ? {} : { alias }),
  }));

describe(`names of tools (seed ${SEED})`, () => {
  it('are safe, one for each tool, lead back to it, and do not depend on order', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 25 }), (entries) => {
        const catalog = createCatalog(entries);
        const names = catalog.tools.map((tool) => tool.name);
        expect(new Set(names).size).toBe(names.length);
        for (const tool of catalog.tools) {
          expect(tool.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
          expect(catalog.byName(tool.name)).toBe(tool);
          expect(catalog.byId(tool.id)).toBe(tool);
          // An id that is written with blanks around it is asked for without them.
          if (tool.id === tool.id.trim()) expect(catalog.resolve(tool.id)).toEqual({ kind: 'found', tool });
          expect(catalog.resolve(tool.name)).toMatchObject({ kind: expect.stringMatching(/^(found|ambiguous)$/) });
        }
      }),
      runs(150),
    );
  });

  it('are asked for by anything, and each answer is of the catalog', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), name, (entries, asked) => {
        const catalog = createCatalog(entries);
        const answer = catalog.resolve(asked);
        const tools =
          answer.kind === 'found' ? [answer.tool] : answer.kind === 'ambiguous' ? answer.tools : answer.similar;
        if (answer.kind === 'ambiguous') expect(tools.length).toBeGreaterThan(1);
        for (const tool of [...tools, ...catalog.references.named(asked)]) expect(catalog.byId(tool.id)).toBe(tool);
      }),
      runs(150),
    );
  });
});

const TAGS = ['tenant', 'role', '__proto__', 'a b', "it's", 'NOT'];
const VALUES = ['a', 'b', '*', '', 'x y', '(', 'and', '"q"'];
const values = fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 3 });
const { expression } = fc.letrec<{ expression: FilterExpression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.record({ op: fc.constant('in' as const), tag: fc.constantFrom(...TAGS), values }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), part: tie('expression') }),
  ),
}));
const documentTags = fc
  .array(fc.tuple(fc.constantFrom(...TAGS), fc.array(fc.constantFrom(...VALUES), { maxLength: 3 })))
  .map((pairs) => {
    const tags: Record<string, readonly string[]> = Object.create(null);
    for (const [tag, list] of pairs) tags[tag] = list;
    return tags;
  });

/** Said a second time, as plainly as it can be. */
function lets(one: FilterExpression, tags: Readonly<Record<string, readonly string[]>>): boolean {
  switch (one.op) {
    case 'none':
      return false;
    case 'not':
      return !lets(one.part, tags);
    case 'in': {
      const carried = Object.hasOwn(tags, one.tag) ? tags[one.tag]! : [];
      return carried.some((value) => value === '*' || one.values.includes(value));
    }
    default:
      return one.op === 'and'
        ? one.parts.every((part) => lets(part, tags))
        : one.parts.some((part) => lets(part, tags));
  }
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

/** The filter as somebody would write it. */
function written(one: FilterExpression): string {
  if (one.op === 'none') return '';
  if (one.op === 'not') return `NOT (${written(one.part)})`;
  if (one.op === 'in') return `${quoted(one.tag)} IN (${one.values.map(quoted).join(', ')})`;
  return one.parts.map((part) => `(${written(part)})`).join(` ${one.op.toUpperCase()} `);
}

/** The same as JSON. */
function asJson(one: FilterExpression): FilterInput {
  if (one.op === 'none') return {};
  if (one.op === 'not') return { not: asJson(one.part) };
  // A tag that is a word of the grammar can be said in the other form only.
  if (one.op === 'in') return { and: [Object.fromEntries([[one.tag, { in: one.values }]])] };
  return { [one.op]: one.parts.map(asJson) };
}

describe(`filters (seed ${SEED})`, () => {
  it('mean the same written as text, as JSON and worked out by hand', () => {
    fc.assert(
      fc.property(expression, fc.array(documentTags, { maxLength: 6 }), (one, documents) => {
        const fromText = compileFilter(readFilter(written(one)));
        const fromJson = JSON.stringify(one).includes('"NOT"') ? fromText : compileFilter(readFilter(asJson(one)));
        for (const tags of documents) {
          const expected = lets(one, tags);
          expect([fromText(tags), fromJson(tags)]).toEqual([expected, expected]);
        }
      }),
      runs(200),
    );
  });

  it('are read or refused by a code, whatever they are', async () => {
    const input = fc.oneof(
      damagedText([
        'tenant = t1 AND (role IN (a, "b c") OR NOT region != \'eu\')',
        '{"and":[{"tenant":"t1"},{"not":{"role":["a"]}}]}',
      ]),
      anyJson(['and', 'or', 'not', 'in', 'tenant'], ['t1']),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...DEEP_TEXTS, '('.repeat(90_000), 'NOT '.repeat(20_000), `${'a=b OR '.repeat(12_000)}a=b`),
    );
    await fc.assert(
      fc.asyncProperty(input, async (one) => {
        const read = await settle(() => readFilter(one as FilterInput));
        if (read instanceof ToolscoutError) {
          expect(read.code).toBe('FILTER_INVALID');
          return;
        }
        compileFilter(read)({ tenant: ['t1'] });
        await settle(() => checkFilterTags(read, new Set(['tenant'])));
      }),
      runs(400),
    );
  });
});

describe(`requests (seed ${SEED})`, () => {
  it('of every operation give an answer or a code, whatever they hold', async () => {
    const gateway = new Gateway({
      servers: [],
      entries: ['create_issue', 'search', 'a.b'].map((tool) => ({
        source: { kind: 'mcp', name: 'hub' } as const,
        definition: { name: tool, description: `Can ${tool}.` },
      })),
      execute: async () => ({ content: [] }),
    });
    gateway.start();
    const scraps = fc.constantFrom(
      'select:',
      'server:hub',
      'kind:tool',
      '+',
      '/',
      '/i',
      '(a+)+$',
      '[',
      '\\',
      '"',
      ' ',
      ',',
      '\n',
      'create_issue',
      'hub__search',
      'mcp:hub:a.b',
      'создать',
      '创建',
    );
    const query = fc
      .array(fc.oneof(scraps, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const json = anyJson(
      ['query', 'queries', 'limit', 'server', 'names', 'id', 'arguments'],
      ['hub', 'create_issue', 'select:search'],
    );
    const input = fc.oneof(
      json,
      query.map((one) => ({ query: one })),
      fc.record({ query, limit: json, server: json }),
      fc.record({ queries: fc.array(query, { maxLength: 4 }) }),
      query.map((one) => ({ name: one, arguments: {} })),
    );
    await fc.assert(
      fc.asyncProperty(input, async (one) => {
        await settle(() => gateway.search(one));
        await settle(() => gateway.describe(one));
        await settle(() => gateway.call(one));
      }),
      runs(150),
    );
    await gateway.close();
  });
});

describe(`images of segments (seed ${SEED})`, () => {
  const sound = encodeImage(
    [
      { name: 'a.first', bytes: new Uint8Array(70).fill(3) },
      { name: 'b.empty', bytes: new Uint8Array(0) },
      { name: 'c.last', bytes: new Uint8Array(200).fill(9) },
    ],
    5,
  );

  it('are opened or refused by a code, also where somebody has made the checksum of a wrong header right', async () => {
    const change = fc.record({
      at: fc.integer({ min: 8, max: FIXED_HEADER + 3 * 64 - 4 }),
      value: fc.oneof(fc.nat(2 ** 32 - 1), fc.nat(600), fc.constantFrom(0, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 64)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean(), async (changes, isMended) => {
        const bytes = sound.slice();
        const view = new DataView(bytes.buffer);
        for (const { at, value } of changes) view.setUint32(at & ~3, value, true);
        const end = view.getUint32(HEADER_LENGTH_AT, true);
        if (isMended && end <= bytes.length)
          view.setUint32(CHECKSUM_AT, xxh32(bytes.subarray(CHECKED_FROM, end)), true);
        const image = await settle(() => openImage(bytes));
        if (image instanceof ToolscoutError) return;
        expect(image.bytes.length).toBeLessThanOrEqual(bytes.length);
        expect(image.documents).toBeLessThanOrEqual(bytes.length);
        for (const { name: section, length } of image.sections) expect(image.section(section).length).toBe(length);
        await settle(() => image.verify());
      }),
      runs(400),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => void (await settle(() => openImage(bytes)))),
      runs(200),
    );
  });
});
