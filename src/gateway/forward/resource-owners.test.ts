import { describe, expect, it } from 'vitest';
import { mergeResources, routeResource, routeTemplate } from './resource-owners.ts';

const a = { server: 'a', resources: [{ uri: 'x://1', name: 'one' }], templates: [{ uriTemplate: 'x://t/{id}/end' }] };
const b = { server: 'b ü', resources: [{ uri: 'x://1', name: 'other' }, { uri: 'y://2' }], templates: [] };

describe('resources of several servers', () => {
  it('keep their URIs, but for one that a server before has already', () => {
    const merged = mergeResources([a, b]) as { uri: string; name?: string }[];
    expect(merged.map(({ uri }) => uri)).toEqual(['x://1', 'toolscout://b%20%C3%BC/x%3A%2F%2F1', 'y://2']);
    expect(merged.map(({ uri }) => routeResource(uri, [a, b]))).toEqual([
      { server: 'a', uri: 'x://1' },
      { server: 'b ü', uri: 'x://1' },
      { server: 'b ü', uri: 'y://2' },
    ]);
  });

  it('are found by template where nobody lists them', () => {
    expect(routeResource('x://t/5/end', [b, a])).toEqual({ server: 'a', uri: 'x://t/5/end' });
    expect(routeResource('x://t/end', [b, a])).toBeUndefined();
    expect(routeTemplate('x://t/{id}/end', [b, a])).toBe('a');
  });

  it('of servers that a caller does not have are nobody’s, alias or not', () => {
    expect(routeResource('toolscout://b%20%C3%BC/x%3A%2F%2F1', [a])).toBeUndefined();
    expect(routeResource('toolscout://%E0%A4%A/x', [a])).toBeUndefined();
  });
});
