import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from './counter.ts';
import { estimateTokens } from './estimate.ts';

/** Share by which the estimate may be off for one text of this kind: about the p95 seen in calibration. */
const TYPICAL = 0.2;
const WHOLE_TOOL = 0.1;

const tool = {
  name: 'calendar_create_event',
  description: 'Create an event in one calendar. Sends invitations to the attendees unless notify is false.',
  inputSchema: {
    type: 'object',
    properties: {
      calendarId: { type: 'string', description: 'Calendar to write to; "primary" is the own one' },
      start: { type: 'string', format: 'date-time', description: 'Start, RFC 3339, with zone' },
      end: { type: 'string', format: 'date-time' },
      attendees: { type: 'array', items: { type: 'string', format: 'email' }, maxItems: 200 },
      visibility: { type: 'string', enum: ['default', 'public', 'private'], default: 'default' },
    },
    required: ['calendarId', 'start', 'end'],
    additionalProperties: false,
  },
};

const samples: readonly (readonly [kind: string, text: string, bound: number])[] = [
  [
    'English prose',
    'Moves a message to another folder. When the folder does not exist yet, it is made first; labels that the message already carries are kept, and the thread stays in order.',
    TYPICAL,
  ],
  [
    'Russian prose',
    'Создаёт встречу в календаре и рассылает приглашения участникам. Если время уже занято, предлагает ближайшее свободное.',
    TYPICAL,
  ],
  [
    'Chinese prose',
    '在指定的日历中创建一个新的会议，并向所有参会者发送邀请。如果该时间段已被占用，则返回最近的空闲时间。',
    TYPICAL,
  ],
  [
    'Japanese prose',
    'カレンダーに予定を追加し、参加者に招待メールを送ります。時間が重なるときは空き時間を提案します。',
    TYPICAL,
  ],
  [
    'Korean prose',
    '캘린더에 새 일정을 만들고 참석자에게 초대장을 보냅니다. 이미 일정이 있으면 가까운 시간을 알려 줍니다.',
    TYPICAL,
  ],
  ['tool as compact JSON', JSON.stringify(tool), WHOLE_TOOL],
  ['tool as indented JSON', JSON.stringify(tool, null, 2), WHOLE_TOOL],
  [
    'code',
    "export function area(shape) {\n  if (shape.kind === 'circle') return Math.PI * shape.radius ** 2;\n  return shape.width * shape.height;\n}\n",
    TYPICAL,
  ],
];

describe('estimateTokens', () => {
  it.each(samples)('is within its bound of the exact count for %s', async (_kind, text, bound) => {
    const counter = await loadTokenCounter();
    expect(counter.exact, 'gpt-tokenizer is a development dependency').toBe(true);
    const exact = counter.countTokens(text).tokens;
    expect(Math.abs(estimateTokens(text) / exact - 1)).toBeLessThan(bound);
  });

  it('counts nothing for an empty text and at least one token for any other', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of [' ', '\n', '.', '½', '\ud800']) expect(estimateTokens(text)).toBeGreaterThanOrEqual(1);
  });

  it('grows with the text', () => {
    expect(estimateTokens(JSON.stringify([tool, tool]))).toBeGreaterThan(1.9 * estimateTokens(JSON.stringify(tool)));
  });
});
