import { describe, expect, it } from 'vitest';
import { askedActions, askedObjects } from './actions.ts';

const actions = (request: string) => askedActions(request).map(({ concept }) => concept.name);

describe('what a request asks to be done', () => {
  it.each([
    ['delete the old site', 'delete'],
    ['please rename the board', 'update'],
    ['The launch is off, so please archive the channel', 'archive'],
    ['удали контакт Петрова', 'delete'],
    ['нужно закрепить сообщение', 'pin'],
    ['把旧的页面删掉', 'delete'],
    ['邀请小李进群', 'invite'],
  ])('is in %j', (request, action) => {
    expect(actions(request)[0]).toBe(action);
  });

  it.each([
    'which orders were deleted last week?',
    'show me the merge requests',
    'columns of the table order_items',
    'what does the archive hold',
    'send me the report of May',
    'скинь мне список задач',
    '哪些页面被删除了',
    'how is the weather',
  ])('is nothing in %j: knowledge is asked for', (request) => {
    expect(actions(request)).toEqual([]);
  });

  it('is not what stands between quotation marks', () => {
    expect(actions('add a card: "delete old backups"')).toEqual(['create']);
    expect(actions('add a card. «delete» `remove` “ban”')).toEqual(['create']);
    // A mark that nothing closes is one for nothing.
    expect(actions('add a card. «delete')).toEqual(['create', 'delete']);
  });
});

describe('what a request is about', () => {
  it('is named in three languages', () => {
    for (const request of ['close the ticket', 'закрой тикет', '关闭这个工单'])
      expect(askedObjects(request).map(({ concept }) => concept.name)).toContain('issue');
  });

  it.each([
    ['add a card to the Trello board', ['card']],
    ['pin the message in my channel', ['message']],
    ['напиши задачу в канал', ['issue']],
    ['создай карточку на нашей доске', ['card']],
    ['tell Ann that the meeting is over', []],
    ['напиши, что созвон переносится', []],
  ])('is not about the place or about what a text is to say: %j', (request, objects) => {
    expect(askedObjects(request).map(({ concept }) => concept.name)).toEqual(objects);
  });
});
