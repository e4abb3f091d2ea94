import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import { reportDuplicates } from './report-duplicates.ts';

const OPENING = 'This endpoint is one of many in the public interface of our platform and';
const catalog = createCatalog(
  ['invoice', 'receipt', 'weather'].map((name) => ({
    source: { kind: 'mcp' as const, name: 's' },
    definition: {
      name: `fetch_${name}`,
      description: name === 'weather' ? 'Rain and sun.' : `${OPENING} reads one ${name}.`,
    },
  })),
);

describe('near-duplicates when tools are taken in', () => {
  const told = async (level: string): Promise<string> => {
    let text = '';
    const log = pino(
      { level, base: null },
      {
        write: (line: string) => {
          text += line;
        },
      },
    );
    await reportDuplicates(catalog, log);
    return text;
  };

  it('are told once, with the way to learn more', async () => {
    const [line, ...more] = (await told('info')).trim().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(line!)).toMatchObject({ groups: 1, alike: [['mcp:s:fetch_invoice', 'mcp:s:fetch_receipt']] });
    expect(line).toContain('toolscout lint');
  });

  it('are not looked for where nobody would hear of them', async () => {
    expect(await told('warn')).toBe('');
  });
});
