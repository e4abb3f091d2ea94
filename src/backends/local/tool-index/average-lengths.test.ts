import { describe, expect, it } from 'vitest';
import type { SegmentDocument } from '../../../engine/index.ts';
import { REFERENCE_LENGTHS, toIndexDocument } from '../../../retrieval/index.ts';
import { readPassingTool, type ToolTags } from '../../../tools/index.ts';
import { averageLengthsOf } from './average-lengths.ts';

const document = (name: string, tags?: ToolTags): SegmentDocument =>
  toIndexDocument(
    readPassingTool({
      source: { kind: 'mcp', name: 's' },
      definition: { name },
      ...(tags === undefined ? {} : { tags }),
    })!,
  );

describe('usual lengths', () => {
  it('are the means of what everybody may see', () => {
    const [names, titles] = averageLengthsOf([document('send_mail'), document('read_all_my_mail')]);
    expect(names).toBe(3);
    expect(titles).toBe(REFERENCE_LENGTHS[1]);
  });

  it('are fixed where anything may be hidden from somebody', () => {
    expect(averageLengthsOf([document('send_mail'), document('read', { tenant: ['t1'] })])).toEqual(REFERENCE_LENGTHS);
    expect(averageLengthsOf([])).toEqual(REFERENCE_LENGTHS);
  });
});
