import { describe, expect, it } from 'vitest';
import { firstSentence } from './first-sentence.ts';

describe('firstSentence', () => {
  it.each([
    ['Lists files, e.g. of a folder. More.', 'Lists files, e.g. of a folder.'],
    [
      'Searches (i.e. scans) the v1.2 index of example.com. More.',
      'Searches (i.e. scans) the v1.2 index of example.com.',
    ],
    ['Reads pages, images etc. from a URL! More.', 'Reads pages, images etc. from a URL!'],
    ['Waits… and then goes on. More.', 'Waits… and then goes on.'],
    ['获取当前的时间。支持所有时区。', '获取当前的时间。'],
    ['Создаёт задачу, т. е. запись. Ещё.', 'Создаёт задачу, т. е. запись.'],
    ['Beta. Creates an issue. More.', 'Beta. Creates an issue.'],
    ['Reads one\n  file of\na folder. More.', 'Reads one file of a folder.'],
    ['Reads a file\n\n## Usage\nMore.', 'Reads a file'],
    ['Reads a file:\n- by path\n- by id', 'Reads a file:'],
    ['\n# Read file\n\nReads a file.', 'Read file'],
    ['', ''],
    ['\n \n', ''],
  ])('of %j is %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  it('comes to an end over hostile texts', () => {
    for (const part of ['#', '. ', 'e.g. ', '-*_`~|', '\n#\n']) {
      expect(firstSentence(part.repeat(16_000)).length).toBeLessThanOrEqual(part.length * 16_000);
    }
  });
});
