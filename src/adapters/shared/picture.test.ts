import { describe, expect, it } from 'vitest';
import { readPicture } from './picture.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('readPicture', () => {
  it('leaves a sound one as it is', () => {
    expect(readPicture(PNG, 'image/png')).toEqual({ mimeType: 'image/png', data: PNG });
    expect(readPicture('aGk=', 'image/webp')).toEqual({ mimeType: 'image/webp', data: 'aGk=' });
  });

  it('reads data URLs, lines, base64 for URLs and missing padding', () => {
    expect(readPicture(`data:image/png;base64,${PNG}`, undefined)).toEqual({ mimeType: 'image/png', data: PNG });
    expect(readPicture(`data:image/svg+xml;base64,aGk=`, '')).toEqual({ mimeType: 'image/svg+xml', data: 'aGk=' });
    expect(readPicture(`${PNG.slice(0, 20)}\n  ${PNG.slice(20)}\n`, 'image/png')?.data).toBe(PNG);
    expect(readPicture('-_8', 'image/webp')?.data).toBe('+/8=');
  });

  it('says the kind that the bytes are of, and the usual word for it', () => {
    expect(readPicture(PNG, 'image/jpeg')?.mimeType).toBe('image/png');
    expect(readPicture('/9j/4AAQ', 'image/png')?.mimeType).toBe('image/jpeg');
    expect(readPicture('aGk=', 'IMAGE/JPG; q=1')?.mimeType).toBe('image/jpeg');
    expect(readPicture('aGk=', 'constructor')?.mimeType).toBe('constructor');
    expect(readPicture('aGk=', undefined)?.mimeType).toBe('image/png');
  });

  it('knows what is none', () => {
    for (const data of [
      '',
      '   ',
      '=',
      'a',
      'no picture!',
      'data:image/png;base64,',
      'https://x.test/a.png',
      '{"a":1}',
    ])
      expect(readPicture(data, 'image/png'), data).toBeUndefined();
  });
});
