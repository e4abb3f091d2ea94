import { describe, expect, it } from 'vitest';
import { checkableTerms, passesCheck, writeCheck } from './description-check.ts';

const checkOf = (description: string): string => writeCheck(checkableTerms(description));

describe('the description check', () => {
  it('passes the description it was made from, and a reworded one', () => {
    const check = checkOf('List the open issues of a repository, newest first');
    expect(passesCheck(check, 'List the open issues of a repository, newest first')).toBe(true);
    expect(passesCheck(check, 'Lists open issues in one repository. Supports paging and labels.')).toBe(true);
  });

  it('fails another description under the same name', () => {
    const check = checkOf('List the open issues of a repository, newest first');
    expect(passesCheck(check, 'Shows magazine issues that a newsstand has open')).toBe(false);
  });

  it('asks for half of the words, not less', () => {
    const check = checkOf('alpha bravo charlie delta');
    expect(passesCheck(check, 'alpha bravo')).toBe(true);
    expect(passesCheck(check, 'alpha')).toBe(false);
  });

  it('says no where there is nothing to compare', () => {
    expect(checkOf('')).toBe('');
    expect(passesCheck('', 'List issues')).toBe(false);
    expect(passesCheck(checkOf('List issues'), undefined)).toBe(false);
    expect(passesCheck(checkOf('List issues'), null)).toBe(false);
  });

  it('writes the digits that the shipped pack was made with', () => {
    // When this fails, the analysis of words has changed: make the pack anew with training/pack-examples.ts.
    expect(checkOf('Listing repositories and creating branches')).toBe('547a76f323fd8fc2');
  });
});
