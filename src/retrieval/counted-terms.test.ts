import { describe, expect, it } from 'vitest';
import { countedTerms } from './counted-terms.ts';

const RUSSIAN = ['кто', 'последн', 'раз', 'трогал', 'эти', 'строк', 'файл', 'github', 'репозитор'];

describe('the length of a request', () => {
  it('leaves out words in another script that no tool holds', () => {
    expect(countedTerms(RUSSIAN, (term) => term === 'файл')).toBe(2);
  });

  it('counts all words where tools speak the language', () => {
    expect(countedTerms(RUSSIAN, (term) => ['файл', 'строк', 'последн'].includes(term))).toBe(9);
  });

  it('counts words in Latin letters whether they are held or not', () => {
    const terms = ['who', 'last', 'touch', 'these', 'line', 'of', 'the', 'file'];
    expect(countedTerms(terms, () => false)).toBe(8);
  });

  it('is not looked into where a request is short', () => {
    const asked: string[] = [];
    expect(countedTerms(RUSSIAN.slice(0, 7), (term) => asked.push(term) < 0)).toBe(7);
    expect(asked).toEqual([]);
  });
});
