import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { readFrontMatter } from './front-matter.ts';
import { readSkills } from './read-skills.ts';

describe('readFrontMatter', () => {
  const read = (...lines: string[]) => {
    const values = readFrontMatter(['---', ...lines, '---', '# Body', 'name: body'].join('\n'));
    return values === undefined ? undefined : Object.fromEntries(values);
  };

  it('reads plain, quoted and long values', () => {
    expect(
      read(
        'name: minutes',
        'description: Write minutes: decisions first. # a note',
        'a: "one: \\"two\\" \\u0041\\n"',
        "b: 'it''s'",
        'c: goes on',
        '  on the next line',
        'd: >-',
        '  folded',
        '  text',
        '',
        '  second',
        'e: |',
        '  line 1',
        '    line 2',
        'описание: да',
      ),
    ).toEqual({
      name: 'minutes',
      description: 'Write minutes: decisions first.',
      a: 'one: "two" A\n',
      b: "it's",
      c: 'goes on on the next line',
      d: 'folded text\n\nsecond',
      e: 'line 1\n  line 2',
      описание: 'да',
    });
  });

  it('passes over what is no plain value', () => {
    expect(
      read('tools: [a, b]', 'list:', '  - one', 'map:', '  inner: x', 'ref: *x', 'tag: !!js/function x', 'name: n'),
    ).toEqual({ name: 'n' });
  });

  it('keeps the first of two and names like members of objects apart', () => {
    expect(read('name: first', 'name: second', 'constructor: c')).toEqual({ name: 'first', constructor: 'c' });
  });

  it('finds no head where there is none, or no end of it', () => {
    expect(readFrontMatter('# Title\n---\nname: x\n---')).toBeUndefined();
    expect(readFrontMatter('---\nname: x\n')).toBeUndefined();
    expect(readFrontMatter('')).toBeUndefined();
  });

  it('takes both kinds of line ends and a byte order mark', () => {
    expect(readFrontMatter('\uFEFF---\r\nname: x\r\n---\r\n')?.get('name')).toBe('x');
  });
});

describe('readSkills', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscout-skills-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'SKILL.md'), text);
  };

  it('reads folders within folders and makes entries of the kind skill', async () => {
    write('writing/minutes', '---\nname: minutes\ndescription: Write the minutes of a meeting.\n---\nLong text.');
    write('trips', '---\ndescription: Plan a trip.\n---\n');
    const { skills, problems } = await readSkills(folder);
    expect(problems).toEqual([]);
    expect(skills.map(({ path }) => path)).toEqual([
      join(folder, 'trips/SKILL.md'),
      join(folder, 'writing/minutes/SKILL.md'),
    ]);
    const catalog = createCatalog(skills.map(({ entry }) => entry));
    expect(catalog.tools.map(({ originalName, kind }) => [originalName, kind])).toEqual([
      ['minutes', 'skill'],
      ['trips', 'skill'],
    ]);
    expect(JSON.stringify(catalog.tools)).not.toContain('Long text');
  });

  it('takes the folder of one skill itself', async () => {
    write('.', '---\nname: alone\ndescription: One.\n---\n');
    expect((await readSkills(folder)).skills).toHaveLength(1);
  });

  it('reports what cannot be used and goes on', async () => {
    write('a', 'no head');
    write('b', '---\nname: b\n---\n');
    mkdirSync(join(folder, 'c', 'SKILL.md'), { recursive: true });
    write('d', '---\nname: d\ndescription: Good.\n---\n');
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'));
    write('.hidden/x', '---\nname: x\ndescription: Hidden.\n---\n');
    const { skills, problems } = await readSkills(folder);
    expect(new Set(skills.map(({ entry }) => entry.definition.name))).toEqual(new Set(['d']));
    expect(problems.slice(0, 3).map(({ path }) => path)).toEqual(
      ['a', 'b', 'c'].map((name) => join(folder, name, 'SKILL.md')),
    );
  });

  it('says that a folder is not there', async () => {
    await expect(readSkills(join(folder, 'none'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
