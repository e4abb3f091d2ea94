import { describe, expect, it } from 'vitest';
import { splitRun } from './identifiers.ts';

describe('splitRun', () => {
  it.each([
    ['getUserByID2', ['get', 'User', 'By', 'ID', '2']],
    ['HTTPServerConfig', ['HTTP', 'Server', 'Config']],
    ['listMyURLs', ['list', 'My', 'URLs']],
    ['URLsToIDs', ['URLs', 'To', 'IDs']],
    ['поискЗаказов', ['поиск', 'Заказов']],
    ['weather', ['weather']],
    ['Weather', ['Weather']],
    ['WEATHER', ['WEATHER']],
    ['q', ['q']],
    ['Q', ['Q']],
  ])('parts %s as %j', (run, parts) => {
    expect(splitRun(run)).toEqual(parts);
  });

  it.each([
    ['GitHub', ['Git', 'Hub', 'GitHub']],
    ['macOS', ['mac', 'OS', 'macOS']],
    ['S3', ['S', '3', 'S3']],
    ['utf8', ['utf', '8', 'utf8']],
    ['OAuth2', ['O', 'Auth', 'OAuth', '2', 'OAuth2']],
  ])('adds the whole of %s, which others write as one word', (run, parts) => {
    expect(splitRun(run)).toEqual(parts);
  });

  it('does not add the whole of a verb and its object', () => {
    expect(splitRun('createIssue')).toEqual(['create', 'Issue']);
  });

  it('leaves a run of many scraps whole, because it is a key and no name', () => {
    const key = 'aGVsbG8gd29ybGQxMjM0NTY3';
    expect(splitRun(key)).toEqual([key]);
  });

  it('splits a long operation name', () => {
    expect(splitRun('getApiV1UsersUserIdAccountsAccountIdTransactions')).toContain('Accounts');
  });

  it('cuts an endless run without splitting it', () => {
    expect(splitRun('aB'.repeat(10_000))).toEqual(['aB'.repeat(64)]);
  });
});
