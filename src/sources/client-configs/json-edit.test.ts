import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { editJson } from './json-edit.ts';

describe('editJson', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', '{\n  "s": {\n    "n": 1\n  }\n}\n'],
    ['an empty object', '{"s": {}}', '{"s": {\n  "n": 1\n}}'],
    ['one line', '{"s": {"a": 2}}', '{"s": {"a": 2, "n": 1}}'],
    ['one line with a trailing comma', '{"s": {"a": 2,}}', '{"s": {"a": 2, "n": 1,}}'],
    ['lines', '{\n\t"s": {\n\t\t"a": 2\n\t}\n}', '{\n\t"s": {\n\t\t"a": 2,\n\t\t"n": 1\n\t}\n}'],
    ['a trailing comma', '{\n "s": {\n  "a": 2,\n },\n}', '{\n "s": {\n  "a": 2,\n  "n": 1,\n },\n}'],
    ['a remark', '{\n "s": {\n  "a": 2 // two\n }\n}', '{\n "s": {\n  "a": 2, // two\n  "n": 1\n }\n}'],
    ['a remark after a comma', '{\n "s": {\n  "a": 2, // two\n }\n}', '{\n "s": {\n  "a": 2, // two\n  "n": 1,\n }\n}'],
    ['only a comment', '{\n "s": {\n  // none yet\n }\n}', '{\n "s": {\n  // none yet\n  "n": 1\n }\n}'],
    ['null in place of the table', '{"s": null}', '{"s": {\n  "n": 1\n}}'],
    ['the same key twice', '{"s": {"n": 5, "n": 6}}', '{"s": {"n": 5, "n": 1}}'],
  ])('adds a property to %s', (_what, before, after) => {
    expect(editJson(before, ['s', 'n'], 1)).toBe(after);
  });

  it.each<[string, string, string]>([
    ['the only one', '{\n  "s": {\n    "n": 1\n  }\n}', '{\n  "s": {}\n}'],
    ['the last', '{\n "s": {\n  "a": 2, // two\n  "n": 1 // one\n }\n}', '{\n "s": {\n  "a": 2 // two\n }\n}'],
    ['the last before a trailing comma', '{\n "s": {\n  "a": 2,\n  "n": 1,\n }\n}', '{\n "s": {\n  "a": 2,\n }\n}'],
    ['the first', '{\n "s": {\n  "n": 1,\n  // about a\n  "a": 2\n }\n}', '{\n "s": {\n  // about a\n  "a": 2\n }\n}'],
    ['the first on a line', '{"s": {"n": 1, "a": 2}}', '{"s": {"a": 2}}'],
    ['the last on a line', '{"s": {"a": 2, "n": 1}}', '{"s": {"a": 2}}'],
    ['the only one on a line', '{"s": {"n": 1}}', '{"s": {}}'],
    ['nothing', '{"s": {"a": 2}}', '{"s": {"a": 2}}'],
  ])('removes %s', (_what, before, after) => {
    expect(editJson(before, ['s', 'n'], undefined)).toBe(after);
  });

  it('changes the content in this one place, whatever the layout, and takes it back', () => {
    const layout = fc.record({
      names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
      gap: fc.constantFrom('', ' ', '\n', '\r\n  ', '\n\t', ' /* x */ ', '\n// y\n'),
      trailing: fc.boolean(),
      indent: fc.constantFrom('', '  ', '\t'),
    });
    fc.assert(
      fc.property(layout, ({ names, gap, trailing, indent }) => {
        const inner = names.map((name) => `${gap}${indent}"${name}":${gap}{"v": "${name}"}`).join(',');
        const text = `{${gap}"first": 1,${gap}"s": {${inner}${trailing && names.length > 0 ? ',' : ''}${gap}}${gap}}`;
        const added = editJson(text, ['s', 'n'], { x: [1] });
        expect(parse(added).s).toEqual({ ...parse(text).s, n: { x: [1] } });
        expect(parse(added).first).toBe(1);
        expect(parse(editJson(added, ['s', 'n'], undefined))).toEqual(parse(text));
      }),
    );
  });
});
