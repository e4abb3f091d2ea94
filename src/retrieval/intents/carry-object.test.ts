import { describe, expect, it } from 'vitest';
import { carryObjects } from './carry-object.ts';

describe('carryObjects', () => {
  it.each([
    [['find the invoice from March', 'send it to Anna'], 'send it to Anna (the invoice from March)'],
    [['create an issue on GitHub', 'assign it to Bob'], 'assign it to Bob (an issue on GitHub)'],
    [['найди счёт за март', 'отправь его Анне'], 'отправь его Анне (счёт за март)'],
    [['查询北京明天的天气', '把它发给张三'], '把它发给张三 (北京明天的天气)'],
  ])('tells the second of %j what it is about', (parts, second) => {
    expect(carryObjects(parts)).toEqual([parts[0], second]);
  });

  it('leaves parts alone that say themselves what they are about', () => {
    const plain = ['find flights to Paris', 'book a hotel near the Louvre'];
    expect(carryObjects(plain)).toEqual(plain);
    const long = ['find the invoice', 'send it with the signed contract and the delivery note to Anna'];
    expect(carryObjects(long)).toEqual(long);
  });
});
