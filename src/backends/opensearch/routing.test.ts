import { describe, expect, it } from 'vitest';
import { readFilter } from '../../engine/index.ts';
import { routeOf, routesOf } from './routing.ts';

const routes = (filter: string | undefined) =>
  routesOf(filter === undefined ? undefined : readFilter(filter), 'tenant')?.split(',');
const own = (tenant: string) => routeOf({ tenant: [tenant] }, 'tenant');

describe('where tools lie', () => {
  it('puts the tools of one tenant together, and what is not of one tenant where everybody looks', () => {
    expect(own('t1')).toBe(own('t1'));
    expect(own('t1')).not.toBe(own('t2'));
    for (const tags of [{}, { tenant: [] }, { tenant: ['*'] }, { tenant: ['t1', 't2'] }, { region: ['t1'] }])
      expect(routeOf(tags, 'tenant')).toBe('shared');
  });

  it.each([
    ['tenant=t1', ['t1']],
    ['tenant=t1 AND role=a', ['t1']],
    ['tenant IN (t1,t2)', ['t1', 't2']],
    ['tenant=t1 OR tenant=t2', ['t1', 't2']],
  ])('asks for %s where that can lie and nowhere else', (filter, tenants) => {
    expect(routes(filter)).toEqual(['shared', ...tenants.map(own)]);
  });

  it.each([undefined, 'role=a', 'NOT tenant=t1', 'tenant=t1 OR role=a', 'tenant IN (1,2,3,4,5,6,7,8,9)'])(
    'asks everywhere for %s',
    (filter) => expect(routes(filter)).toBeUndefined(),
  );

  it('is a text without a comma, whatever a tenant is called', () => {
    expect(own('a,b')).toMatch(/^[0-9a-f]+$/);
  });
});
