import { describe, expect, it } from 'vitest';
import { spellOutProducts } from './spell-out.ts';

describe('products spelled out in Latin letters', () => {
  it.each([
    ['покажи мои задачи в джире', 'покажи мои задачи в Jira'],
    ['谷歌日历上加一条', 'Google Calendar 上加一条'],
    ['скинь в трелло и гитхаб', 'скинь в Trello и GitHub'],
  ])('%s → %s', (query, spelled) => {
    expect(spellOutProducts(query)).toBe(spelled);
  });

  it.each(['show my issues in Jira', 'убери со стола', '把灯关掉', ''])('leaves %j as it is', (query) => {
    expect(spellOutProducts(query)).toBe(query);
  });
});
