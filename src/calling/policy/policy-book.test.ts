import { describe, expect, it } from 'vitest';
import { checkPolicyBook, layersOf, type PolicyBook } from './policy-book.ts';

describe('layers of a session', () => {
  const rules = { deny: ['a'] };

  it.each([
    ['agents', 'agent'],
    ['profiles', 'profile'],
    ['sandboxes', 'sandbox'],
    ['sessions', 'session'],
    ['channels', 'channel'],
  ] as const)('come from the table %s by the name of its %s', (table, kind) => {
    const book: PolicyBook = { [table]: { x: rules } };
    expect(layersOf(book, { [kind]: 'x' })).toEqual([{ kind, name: 'x', rules }]);
    expect(layersOf(book, { [kind]: 'y' })).toEqual([{ kind, name: 'y', rules: { allow: [] } }]);
    expect(layersOf(book, {})).toStrictEqual([{ kind, rules: { allow: [] } }]);
    expect(layersOf({ [table]: { '*': rules } }, {})).toStrictEqual([{ kind, rules }]);
  });

  it('start with what holds for everyone and end with the filter', () => {
    expect(layersOf({ all: rules, agents: { x: {} } }, { agent: 'x', filter: 'tenant=t1' })).toEqual([
      { kind: 'all', rules },
      { kind: 'agent', name: 'x', rules: {} },
      { kind: 'session', name: 'filter', rules: { allow: [{ tags: 'tenant=t1' }] } },
    ]);
    expect(layersOf({}, {})).toEqual([]);
  });
});

describe('a book that is checked', () => {
  const over = (tag: string) => ({ deny: [{ tags: { [tag]: ['x'] } }] });

  it('may name tags that tools carry, and those that it declares', () => {
    expect(() => checkPolicyBook({ all: over('tenant'), agents: { a: {} } }, ['tenant'])).not.toThrow();
    expect(() => checkPolicyBook({ all: over('tenant'), tags: ['tenant'] }, [])).not.toThrow();
    expect(() => checkPolicyBook({}, [])).not.toThrow();
  });

  it.each<[PolicyBook, string]>([
    [{ all: over('tenat') }, 'all'],
    [{ agents: { a: {}, b: over('tenat') } }, 'agents.b'],
    [{ profiles: { '*': over('tenat') } }, 'profiles.*'],
    [{ sandboxes: { a: over('tenat') } }, 'sandboxes.a'],
    [{ sessions: { a: over('tenat') } }, 'sessions.a'],
    [{ channels: { a: { allow: ['x', { tags: 'tenant=a OR tenat=b' }] } } }, 'channels.a'],
  ])('names the rules over a tag that no tool carries: %j', (book, key) => {
    expect(() => checkPolicyBook(book, ['region', 'tenant'])).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        details: { key, tag: 'tenat' },
        next: expect.stringContaining('"tenant"'),
      }),
    );
  });

  it('suggests no other tag where none is alike', () => {
    expect(() => checkPolicyBook({ all: over('tenant') }, ['zone'])).toThrow(
      expect.objectContaining({ details: { key: 'all', tag: 'tenant' }, next: expect.not.stringContaining('zone') }),
    );
  });

  it.each<[unknown, string]>([
    [{ all: null }, 'all'],
    [{ agents: { a: { alow: [] } } }, 'agents.a.alow'],
    [{ channels: { a: { deny: [{}] } } }, 'channels.a.deny[0]'],
  ])('names what cannot be read: %j', (book, key) => {
    expect(() => checkPolicyBook(book as PolicyBook, [])).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', details: expect.objectContaining({ key }) }),
    );
  });
});
