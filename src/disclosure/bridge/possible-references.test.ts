import { describe, expect, it } from 'vitest';
import { possibleReferences } from './possible-references.ts';

describe('texts that may name a tool', () => {
  it.each([
    [{ name: 'send_mail' }, ['send_mail']],
    [{ names: ['a', 'b', 3] }, ['a', 'b']],
    [{ id: 'mcp:mail:send', name: 'Ada', arguments: {} }, ['Ada', 'mcp:mail:send']],
    [{ arguments: { name: 'send_mail', to: 'Ada' } }, ['send_mail']],
    ['send_mail', ['send_mail']],
    [{ calls: [{ name: 'send_mail', arguments: {} }] }, ['send_mail']],
    [{}, []],
    [undefined, []],
  ])('are found in %j', (input, texts) => {
    expect([...possibleReferences(input)].sort()).toEqual([...texts].sort());
  });
});
