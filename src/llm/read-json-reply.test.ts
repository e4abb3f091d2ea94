import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonReply } from './read-json-reply.ts';

describe('readJsonReply', () => {
  it.each<[string, string, unknown]>([
    ['plain JSON', '{"en": ["a"]}', { en: ['a'] }],
    ['a Markdown fence', '```json\n{"en": ["a"]}\n```', { en: ['a'] }],
    ['prose around it', 'Sure! Here it is: {"en": ["a"]} Anything else?', { en: ['a'] }],
    ['brackets in the prose', 'I used [1] and {braces}. {"en": ["a", "b"]}', { en: ['a', 'b'] }],
    ['brackets and quotes in strings', 'x {"a": "} ] \\" {", "b": 1} y', { a: '} ] " {', b: 1 }],
    ['trailing commas', '{"en": ["a, ]", "b",], }', { en: ['a, ]', 'b'] }],
    ['reasoning that holds JSON', '<think>maybe {"en": ["no", "no", "no"]}</think>{"en": ["a"]}', { en: ['a'] }],
    ['a list', 'The list:\n["a", "b"]', ['a', 'b']],
    ['a small example before the answer', 'Like {"a": 1}: {"ids": ["x", "y", "z"]}', { ids: ['x', 'y', 'z'] }],
    ['an unclosed bracket before the answer', 'see (fig. [2: {"a": 1}', { a: 1 }],
  ])('reads %s', (_what, reply, value) => {
    expect(readJsonReply(reply)).toEqual(value);
  });

  it.each(['', 'No.', '{"en": ["a"', '{en: a}', '"just a string"', '42'])('finds nothing in %j', (reply) => {
    expect(readJsonReply(reply)).toBeUndefined();
  });

  it('gives back every object that prose was put around', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string()), { minKeys: 1 }), (value) => {
        // Through JSON first: -0 and lone prototypes are not what is tested here.
        const plain = JSON.parse(JSON.stringify(value));
        expect(readJsonReply(`Here: ${JSON.stringify(value)} Done.`)).toEqual(plain);
      }),
    );
  });

  it('is done soon with a reply of nothing but brackets', () => {
    expect(readJsonReply('['.repeat(100_000))).toBeUndefined();
    expect(readJsonReply('{"a":'.repeat(40_000))).toBeUndefined();
  });
});
