import { describe, expect, it } from 'vitest';
import { namedSources } from './named-sources.ts';

const named = (request: string, ...sources: string[]) => namedSources(request, sources).map(({ source }) => source);

describe('a source that a request calls by its name', () => {
  it.each([
    ['take a picture with Frobnix', 'frobnix-mcp'],
    ['use the Data Harbour to load it', 'data_harbour'],
    ['сними страницу через frobnix', 'frobnix'],
    ['用frobnix截图', 'frobnix'],
  ])('is found in %j', (request, source) => {
    expect(named(request, source, 'other')).toEqual([source]);
  });

  it.each([
    ['in small letters, as any other word', 'save the weather of today', 'weather'],
    ['inside a longer word', 'the Frobnixes of this world', 'frobnix'],
    ['with nothing but what all are called', 'ask the Server', 'mcp-server'],
    ['too short to tell', 'ask the Abc for it', 'abc'],
  ])('is none that stands %s', (_what, request, source) => {
    expect(named(request, source)).toEqual([]);
  });

  it('stands where it says', () => {
    const request = 'archive it in Frobnix, please';
    expect(namedSources(request, ['frobnix'])).toEqual([{ source: 'frobnix', start: 14, end: 21 }]);
  });
});
