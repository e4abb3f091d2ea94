import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

describe('unifiedDiff', () => {
  it('is empty for equal texts', () => {
    expect(unifiedDiff('a\nb\n', 'a\nb\n')).toEqual([]);
  });

  it('shows a new file as added from nothing', () => {
    expect(unifiedDiff('', 'a\nb\n')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b']);
  });

  it('shows three lines around a change', () => {
    const before = numbered(9);
    const after = before.with(4, 'changed');
    expect(unifiedDiff(before.join('\n'), after.join('\n'))).toEqual([
      '@@ -2,7 +2,7 @@',
      ' line 2',
      ' line 3',
      ' line 4',
      '-line 5',
      '+changed',
      ' line 6',
      ' line 7',
      ' line 8',
    ]);
  });

  it('starts a new hunk where changes are far apart, and joins them where they are near', () => {
    const before = numbered(30);
    const hunks = (after: string[]): string[] =>
      unifiedDiff(before.join('\n'), after.join('\n')).filter((line) => line.startsWith('@@'));
    expect(hunks(before.with(2, 'x').with(25, 'y'))).toEqual(['@@ -1,6 +1,6 @@', '@@ -23,7 +23,7 @@']);
    expect(hunks(before.with(10, 'x').with(15, 'y'))).toEqual(['@@ -8,12 +8,12 @@']);
  });

  it('rewrites lines for display only', () => {
    expect(unifiedDiff('secret\nb', 'secret\nc', (line) => line.replace('secret', '•••'))).toEqual([
      '@@ -1,2 +1,2 @@',
      ' •••',
      '-b',
      '+c',
    ]);
  });

  it('can be applied: removing what is marked - and adding what is marked + gives the other text', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.array(line, { maxLength: 30 }), (before, after) => {
        const out: string[] = [];
        let taken = 0;
        for (const row of unifiedDiff(before.join('\n'), after.join('\n'))) {
          const header = /^@@ -(\d+)(?:,(\d+))? /.exec(row);
          if (header !== null) {
            const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
            while (taken < start) out.push(before[taken++]!);
          } else if (row.startsWith('+')) out.push(row.slice(1));
          else {
            expect(row.slice(1)).toBe(before[taken]);
            if (row.startsWith(' ')) out.push(row.slice(1));
            taken++;
          }
        }
        expect([...out, ...before.slice(taken)]).toEqual(after);
      }),
    );
  });
});
