import { describe, expect, it } from 'vitest';
import { askedActions, askedFacts, askedObjects, objectsOfName } from './actions.ts';

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
    ["I'd like to mute the channel", 'disable'],
    ['Could you sketch a frame', 'draw'],
    ['Ask   to invite Ann', 'invite'],
    ['мне нужно зашифровать канал', 'encrypt'],
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
    '已归档的清单',
    'log in to the site',
    'a/react page',
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

describe('what a question is about that few services tell', () => {
  it.each([
    ['who has starred the repository?', 'starred'],
    ['кто сейчас онлайн?', 'online'],
    ['哪些消息未读', 'unread'],
  ])('is found in %j', (request, fact) => {
    expect(askedFacts(request).map(({ concept }) => concept.name)).toEqual([fact]);
  });
});

describe('the name of a tool', () => {
  it('says last what the tool acts on, but for where that lies', () => {
    expect(objectsOfName('delete project status').head).toBe('status');
    expect(objectsOfName('get cards by list id').head).toBe('cards');
    expect(objectsOfName('think')).toEqual({ any: false, head: '' });
  });
});
