import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolEntry } from '../../../tools/index.ts';
import { ExampleFile } from './example-file.ts';
import { definitionHash, type ExampleLine, sealedLine } from './example-line.ts';
import { type EnrichPlanOptions, planEnrichment } from './plan.ts';

const entry = (name: string, examples?: string[]): ToolEntry => ({
  source: { kind: 'mcp', name: 's' },
  definition: { name, description: `Does ${name}` },
  ...(examples === undefined ? {} : { examples }),
});
const tool = (name: string) => createCatalog([entry(name)]).tools[0]!;
const line = (name: string, examples: ExampleLine['examples'], more: Partial<ExampleLine> = {}): ExampleLine =>
  sealedLine({ tool: `mcp:s:${name}`, examples, hash: definitionHash(tool(name)), ...more });
const file = (...lines: ExampleLine[]) => new ExampleFile(lines.map((one) => `${JSON.stringify(one)}\n`).join(''));

function plan(entries: ToolEntry[], options: Partial<EnrichPlanOptions> = {}) {
  const { tools } = createCatalog(entries);
  return planEnrichment({ tools, counts: { en: 2, ru: 1 }, file: file(), drafts: file(), ...options });
}

describe('what is to be asked', () => {
  it('is everything for a new tool, and nothing for one that has its line', () => {
    const done = line('b', { en: ['one', 'two'], ru: ['раз'] });
    const { tasks, unchanged } = plan([entry('a'), entry('b')], { file: file(done) });
    expect(tasks).toMatchObject([{ tool: { id: 'mcp:s:a' }, counts: { en: 2, ru: 1 }, why: 'new' }]);
    expect(unchanged).toBe(1);
  });

  it('is everything again for a tool that has changed', () => {
    const old = line('a', { en: ['one', 'two'], ru: ['раз'] }, { hash: 'another' });
    expect(plan([entry('a')], { file: file(old) }).tasks).toMatchObject([
      { counts: { en: 2, ru: 1 }, why: 'changed', known: undefined },
    ]);
  });

  it('is only what is missing in a language that was added, or asked for in vain', () => {
    const some = line('a', { en: ['one', 'two'] });
    expect(plan([entry('a')], { file: file(some) }).tasks).toMatchObject([{ counts: { ru: 1 }, why: 'more' }]);
    const tried = line('a', { en: ['one', 'two'] }, { asked: { ru: 1 } });
    expect(plan([entry('a')], { file: file(tried) })).toMatchObject({ tasks: [], unchanged: 1 });
  });

  it('is nothing where a draft has it, as long as the tool is the same', () => {
    const drafted = line('a', { en: ['one', 'two'], ru: ['раз'] });
    expect(plan([entry('a')], { drafts: file(drafted) })).toMatchObject({ tasks: [], drafted: [drafted] });
    const old = line('a', { en: ['one', 'two'], ru: ['раз'] }, { hash: 'another' });
    expect(plan([entry('a')], { drafts: file(old) }).tasks).toHaveLength(1);
  });

  it('joins a draft with what the file has', () => {
    const { drafted } = plan([entry('a')], {
      file: file(line('a', { en: ['one', 'two'] })),
      drafts: file(line('a', { ru: ['раз'] })),
    });
    expect(drafted).toMatchObject([{ examples: { en: ['one', 'two'], ru: ['раз'] } }]);
  });

  it('leaves alone what a person wrote or edited, and says so', () => {
    const edited = { ...line('a', { en: ['one'] }), examples: { en: ['mine'] } };
    const own: ExampleLine = { tool: 'mcp:s:b', examples: { en: ['mine'] } };
    const both = [entry('a'), entry('b')];
    expect(plan(both, { file: file(edited, own) })).toMatchObject({
      tasks: [],
      byHand: [
        { tool: 'mcp:s:a', changed: false },
        { tool: 'mcp:s:b', changed: false },
      ],
    });
    expect(plan(both, { file: file(edited, own), replaceEdited: true }).tasks).toHaveLength(2);
  });

  it('counts examples from elsewhere by their script', () => {
    const served = entry('a', ['file a bug', 'open a ticket', 'заведи баг']);
    expect(plan([served])).toMatchObject({ tasks: [], served: 1 });
    expect(plan([served], { all: true }).tasks).toHaveLength(1);
    expect(plan([served], { counts: { de: 1, en: 3 } }).tasks).toMatchObject([{ counts: { de: 1, en: 1 } }]);
  });

  it('names lines of tools that are not there', () => {
    expect(plan([entry('a')], { file: file(line('gone', { en: ['x'] })) }).absent).toEqual(['mcp:s:gone']);
    const part = plan([entry('a')], { there: [tool('a'), tool('b')], file: file(line('b', { en: ['x'] })) });
    expect(part.absent).toEqual([]);
  });
});
