import { describe, expect, it } from 'vitest';
import { readBrowseRequest } from './browse-request.ts';

describe('readBrowseRequest', () => {
  it.each([
    ['what can you do with invoices?', 'invoices'],
    ['Hi, what can you do?', ''],
    ['What tools do you have for calendars', 'calendars'],
    ['which tools handle refunds?', 'refunds'],
    ['what calendar tools are there?', 'calendar'],
    ['list all tools', ''],
    ['Do you have any tools for PDF files?', 'PDF files'],
    ['what is available?', ''],
    ['show me your capabilities', ''],
    ['что ты умеешь с календарём', 'календарем'],
    ['Привет, что ты умеешь?', ''],
    ['что можно делать с таблицами?', 'таблицами'],
    ['какие есть инструменты для счетов?', 'счетов'],
    ['Какие у тебя инструменты?', ''],
    ['покажи все инструменты', ''],
    ['есть ли что-нибудь для перевода текста?', 'перевода текста'],
    ['чем ты можешь помочь', ''],
    ['有哪些处理发票的工具', '处理发票'],
    ['你能做什么?', ''],
    ['有哪些工具？', ''],
    ['你能用日历做什么', '日历'],
    ['日历方面你能做什么？', '日历'],
    ['列出所有工具', ''],
    ['Was kannst du mit Rechnungen machen?', 'Rechnungen'],
    ['Welche Tools gibt es?', ''],
    ['Que peux-tu faire avec les factures ?', 'les factures'],
    ['¿Qué puedes hacer con facturas?', 'facturas'],
    ['O que você pode fazer com faturas?', 'faturas'],
    ['カレンダーで何ができますか？', 'カレンダー'],
    ['どんなツールがありますか', ''],
    ['청구서로 무엇을 할 수 있나요?', '청구서'],
  ])('reads %s', (query, topic) => {
    expect(readBrowseRequest(query)?.topic).toBe(topic);
  });

  it.each([
    'create an invoice for ACME',
    'what is the weather in Paris?',
    'show me the invoices of May',
    'list all issues',
    'list open pull requests',
    'what can you tell me about the flight LH 400',
    'which invoices are overdue?',
    'what do I have on my calendar tomorrow',
    'что у меня в календаре завтра?',
    'какие счета не оплачены?',
    'покажи все задачи',
    'что такое инфляция',
    '明天日历上有什么安排',
    '列出所有订单',
    '有哪些未付的发票',
    'tool_search',
    'get_tools',
    'Was kostet das?',
    'カレンダーに予定を追加して',
    '',
    `what can you do with ${'a'.repeat(200)}`,
  ])('takes %s for a task', (query) => {
    expect(readBrowseRequest(query)).toBeUndefined();
  });
});
