import { describe, expect, it } from 'vitest';
import { bareRequest } from './bare-request.ts';

describe('a request without the products it names', () => {
  it.each([
    ['who liked my post on Bluesky', ['bluesky'], 'who liked my post on'],
    ['покажи мои задачи в джире', ['jira'], 'покажи мои задачи в'],
    ['Bluesky 那条帖子谁点赞了', ['bluesky'], '那条帖子谁点赞了'],
  ])('%s → %s', (query, products, bare) => {
    expect(bareRequest(query, products)).toEqual({ query: bare, products });
  });

  it('keeps the names of products that nobody is for, in the spelling of tools', () => {
    expect(bareRequest('скопируй доску из трелло в джиру', ['jira'])?.query).toBe('скопируй доску из Trello в');
  });

  it('keeps a name that is part of an address', () => {
    expect(bareRequest('ask github support at help@github.com about it', ['github'])?.query).toBe(
      'ask support at help@github.com about it',
    );
  });

  it.each([
    ['who liked my post', ['bluesky']],
    ['who liked my post on Bluesky', []],
    ['Bluesky!', ['bluesky']],
  ])('is none for %j of %j', (query, products) => {
    expect(bareRequest(query, products)).toBeUndefined();
  });
});
