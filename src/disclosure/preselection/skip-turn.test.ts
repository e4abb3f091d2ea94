import { describe, expect, it } from 'vitest';
import { openQuestion, readChat } from './skip-turn.ts';

describe('readChat', () => {
  it.each([
    ['Hi!', 'greeting'],
    ['Hello there', 'greeting'],
    ['Thanks a lot, that works!', 'thanks'],
    ['thank you 🙏', 'thanks'],
    ['How are you today?', 'small-talk'],
    ['👍', 'small-talk'],
    ['ok, go on', 'go-on'],
    ['Thanks, continue please', 'go-on'],
    ['2', 'go-on'],
    ["No, don't", 'decline'],
    ['Привет!', 'greeting'],
    ['Спасибо большое', 'thanks'],
    ['Ещё раз', 'go-on'],
    ['Давай дальше', 'go-on'],
    ['Как дела?', 'small-talk'],
    ['你好！', 'greeting'],
    ['你好，谢谢你', 'thanks'],
    ['好的，继续吧', 'go-on'],
    ['谢谢啦', 'thanks'],
    ['不用了', 'decline'],
    ['ありがとうございます。', 'thanks'],
    ['감사합니다', 'thanks'],
    ['Danke schön, mach weiter!', 'go-on'],
    ['Merci beaucoup', 'thanks'],
    ['¡Hola!', 'greeting'],
    ['شكرا', 'thanks'],
    ['नमस्ते', 'greeting'],
    ['ขอบคุณครับ', 'thanks'],
  ])('takes %j for %s', (message, chat) => {
    expect(readChat(message)).toBe(chat);
  });

  it.each([
    'Hi, list my open issues',
    'Thanks. Now send it to Anna',
    'go on holiday next week, book it',
    'ok google weather',
    'check',
    'there',
    'Привет, создай задачу',
    'Спасибо, а теперь закрой её',
    'да, отправь письмо',
    '你好，帮我查一下天气',
    '好的，把它发给安娜',
    '继续翻译这个文件',
    'Danke, und jetzt drucke es',
    'Cancel my subscription',
    'Stop the server',
    'again list files',
    'yes, delete the branch',
    'Bonjour, montre-moi la météo',
    'weather',
    '2024',
    '',
    '   ',
  ])('leaves %j to the selection', (message) => {
    expect(readChat(message)).toBeUndefined();
  });
});

describe('openQuestion', () => {
  it('finds the question that a yes would answer', () => {
    const content = 'The report is ready. Shall I mail it to Anna?';
    expect(openQuestion([{ role: 'assistant', content }])).toBe('Shall I mail it to Anna?');
    expect(openQuestion([{ role: 'assistant', content: '报告好了。要发给安娜吗？' }])).toBe('要发给安娜吗？');
  });

  it('finds none where the assistant asked nothing or did not speak last', () => {
    expect(openQuestion([{ role: 'assistant', content: 'Done.' }])).toBeUndefined();
    expect(openQuestion([{ role: 'user', content: 'Shall we?' }])).toBeUndefined();
    expect(openQuestion([])).toBeUndefined();
  });
});
