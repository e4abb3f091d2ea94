import { describe, expect, it } from 'vitest';
import { askedProducts } from './asked-products.ts';

describe('products that a request asks for', () => {
  it.each([
    ['Move the Hartley deal to negotiation in Pipedrive', ['pipedrive']],
    ['закажи продукты на завтра и создай задачу в джире', ['jira']],
    ['把这个文件发到飞书', ['feishu']],
    ['find a hotel on Booking.com.', ['booking.com']],
    ['see Trello: the board is full', ['trello']],
  ])('are named in %j', (query, products) => {
    expect(askedProducts(query)).toEqual(products);
  });

  it.each([
    'how warm is the mailbox sales@x.com',
    'is myshop.up.railway.app still free',
    'is http://free-iphone.top safe',
    'what is the price of BTC in tenge',
    'my iPhone is slow today',
    'water the plants on the balcony',
  ])('are none in %j: an address or a mere subject', (query) => {
    expect(askedProducts(query)).toEqual([]);
  });

  it('come once each', () => {
    expect(askedProducts('copy it from Trello to Notion and back from Notion to Trello')).toEqual(['trello', 'notion']);
  });
});
