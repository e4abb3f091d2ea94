import { describe, expect, it } from 'vitest';
import { EMPTY_LIST, readToolList } from './tool-list.ts';

describe('readToolList', () => {
  it('gives the same list for the same content, and the same objects for unchanged tools', () => {
    const first = readToolList([{ name: 'a' }, { name: 'b', inputSchema: { x: 1 } }], EMPTY_LIST);
    expect(readToolList([{ name: 'a' }, { name: 'b', inputSchema: { x: 1 } }], first)).toBe(first);
    const second = readToolList([{ name: 'b', inputSchema: { x: 2 } }, { name: 'a' }], first);
    expect(second.tools.map((tool) => tool === first.tools[0])).toEqual([false, true]);
    expect(second).not.toBe(first);
  });

  it('sees a new order and a new warning as a change', () => {
    const first = readToolList([{ name: 'a' }, { name: 'b' }], EMPTY_LIST);
    expect(readToolList([{ name: 'b' }, { name: 'a' }], first)).not.toBe(first);
    expect(readToolList([{ name: 'a' }, { name: 'b' }], first, 'cut here').warnings).toEqual([
      { code: 'LIST_CUT', message: 'cut here' },
    ]);
  });

  it('drops what has no name and says which', () => {
    const list = readToolList([{ name: 'a' }, 7, null, [1], { name: null }, { title: 'x' }], EMPTY_LIST);
    expect(list.tools).toEqual([{ name: 'a' }]);
    expect(list.warnings.map((warning) => warning.message)).toEqual([
      'entry 1 of the tool list is a number instead of an object',
      'entry 2 of the tool list is null instead of an object',
      'entry 3 of the tool list is a list instead of an object',
      'entry 4 of the tool list is without a text as its name',
      'entry 5 of the tool list is without a name',
    ]);
  });

  it('drops only the tool that is nested too deeply to be walked', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 200_000; level++) deep = { deep };
    const list = readToolList([{ name: 'bottomless', inputSchema: deep }, { name: 'a' }], EMPTY_LIST);
    expect(list.tools).toEqual([{ name: 'a' }]);
    expect(list.warnings).toHaveLength(1);
  });

  it('keeps both tools of one name', () => {
    const list = readToolList([{ name: 'a' }, { name: 'a', title: 'second' }], EMPTY_LIST);
    expect(list.tools).toEqual([{ name: 'a' }, { name: 'a', title: 'second' }]);
  });
});
