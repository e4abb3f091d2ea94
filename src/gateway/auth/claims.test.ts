import { describe, expect, it } from 'vitest';
import { callerOfClaims } from './claims.ts';
import type { ClaimMapping, OAuthSettings } from './settings.ts';

const settings = (claims: Partial<ClaimMapping>, more: Partial<OAuthSettings> = {}): OAuthSettings => ({
  issuer: 'https://login.example.com',
  resource: 'https://tools.example.com/mcp',
  audience: ['https://tools.example.com/mcp'],
  algorithms: ['RS256'],
  clockSkewSeconds: 0,
  scopes: {},
  toolsets: {},
  ...more,
  claims: { id: 'sub', filter: {}, ...claims },
});
const of = (claims: Record<string, unknown>, mapping: Partial<ClaimMapping>, more: Partial<OAuthSettings> = {}) =>
  callerOfClaims({ sub: 'alice', ...claims }, settings(mapping, more), () => 'hashed');

describe('claims become a caller', () => {
  it('with names, tags, rules and views', () => {
    const { id, scope, view, views } = of(
      {
        'https://example.com/tenant': 't1',
        realm_access: { roles: ['dev', 'ops'] },
        region: 7,
        plan: 'gold',
        sets: ['read', 'unknown'],
        project: ['web', 'app'],
      },
      {
        profile: { claim: 'plan' },
        filter: {
          tenant: { claim: 'https://example.com/tenant' },
          role: { claim: 'realm_access.roles' },
          region: { claim: 'region' },
        },
        toolsets: { claim: 'sets' },
        views: { claim: 'project' },
      },
      { toolsets: { read: { allow: ['*/get_*'], deny: ['*/get_secret'] } } },
    );
    expect([id, view, views]).toEqual(['oauth:alice', 'web', ['web', 'app']]);
    expect(scope).toEqual({
      caller: 'oauth:alice',
      profile: 'gold',
      filter: { tenant: ['t1'], role: ['dev', 'ops'], region: ['7'] },
      rules: { allow: ['*/get_*'], deny: ['*/get_secret'] },
    });
  });

  it('who may use nothing where none of its toolsets is there', () => {
    const { scope } = of({ sets: ['unknown'] }, { toolsets: { claim: 'sets' } }, { toolsets: { read: {} } });
    expect(scope.rules).toEqual({ allow: [], deny: [] });
  });

  it('whose id is safe to write, whatever it is', () => {
    expect(of({ sub: 'auth0|5f' }, {}).id).toBe('oauth:auth0|5f');
    for (const sub of ['a\nb', 'x'.repeat(200), 'ä ö']) expect(of({ sub }, {}).id).toBe('oauth:hashed');
  });

  it('with a right for each scope, and without it where there is none', () => {
    const scopes = { use: 'u', observe: 'o' };
    const may = (claims: Record<string, unknown>) => [...of(claims, {}, { scopes }).may];
    expect(may({ scope: 'u o' })).toEqual(['use', 'observe']);
    expect(may({ scope: 'uo' })).toEqual([]);
    expect(may({ scp: ['o', 7] })).toEqual(['observe']);
    expect([...of({ scope: 'approve observe' }, {}).may]).toEqual(['use']);
  });

  it('for nobody where one is missing or of another form, unless a default says what holds then', () => {
    const source = { claim: 'tenant' };
    for (const tenant of [undefined, null, '', ' ', [], [''], {}, [{}], ['a', null], 'x'.repeat(600)]) {
      for (const mapping of [
        { filter: { tenant: source } },
        { views: source },
        { globs: source },
        { profile: source },
      ]) {
        expect(() => of({ tenant }, mapping)).toThrowError(expect.objectContaining({ code: 'AUTH_FORBIDDEN' }));
      }
    }
    expect(() => of({ tenant: ['a', 'b'] }, { profile: source })).toThrow('several');
    expect(() => of({ sub: undefined }, {})).toThrow('sub');
    const { scope } = of({}, { filter: { tenant: { claim: 'tenant', default: ['public'] } } });
    expect(scope.filter).toEqual({ tenant: ['public'] });
  });

  it('without reading what a token inherits from nowhere', () => {
    for (const claim of ['constructor', '__proto__', 'a.constructor.name', 'toString']) {
      expect(() => of({ a: {} }, { filter: { tenant: { claim } } })).toThrow('lacks');
    }
  });
});
