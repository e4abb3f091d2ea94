import { type ExampleLine, flatExamples, parseExampleLine } from './example-line.ts';

/** A line that is no line of examples; it is kept as it is. */
export interface ExampleFileProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

interface Row {
  readonly text: string;
  readonly line: ExampleLine | undefined;
}

/**
 * A file of example requests in memory, a JSON object a line. Whatever is not changed on purpose stays as it was, byte
 * for byte and in its place, unreadable lines included: people edit this file. The first line of a tool counts, in
 * drafts the last.
 */
export class ExampleFile {
  readonly problems: readonly ExampleFileProblem[];
  readonly #rows: readonly Row[];
  readonly #byTool: ReadonlyMap<string, ExampleLine>;
  readonly #lists = new Map<string, readonly string[]>();

  constructor(text: string, options: { readonly lastWins?: boolean } = {}) {
    const problems: ExampleFileProblem[] = [];
    const byTool = new Map<string, ExampleLine>();
    this.#rows = rowsOf(text).map((row, index) => {
      if (row.trim() === '') return { text: row, line: undefined };
      const line = parseExampleLine(row);
      if (typeof line === 'string') {
        problems.push({ line: index + 1, message: line });
        return { text: row, line: undefined };
      }
      const isRepeated = byTool.has(line.tool) && options.lastWins !== true;
      if (isRepeated) problems.push({ line: index + 1, message: `repeats ${line.tool}; the first one counts` });
      else byTool.set(line.tool, line);
      return { text: row, line: isRepeated ? undefined : line };
    });
    this.problems = problems;
    this.#byTool = byTool;
  }

  get tools(): readonly string[] {
    return [...this.#byTool.keys()];
  }

  line(tool: string): ExampleLine | undefined {
    return this.#byTool.get(tool);
  }

  /** All examples of a tool, the same frozen list each time: catalog entries are recognised by it. */
  examples(tool: string): readonly string[] | undefined {
    const known = this.#lists.get(tool);
    const line = this.#byTool.get(tool);
    if (known !== undefined || line === undefined) return known;
    const list = Object.freeze(flatExamples(line));
    this.#lists.set(tool, list);
    return list;
  }

  /** The file's text with these lines in place of those of the same tools; new ones go where the order puts them. */
  withLines(lines: readonly ExampleLine[]): string {
    const fresh = new Map(lines.map((line) => [line.tool, line]));
    const rows = this.#rows.map(({ text, line }) => {
      const replacement = line === undefined ? undefined : fresh.get(line.tool);
      if (line === undefined || replacement === undefined) return { text, tool: line?.tool };
      fresh.delete(line.tool);
      return { text: JSON.stringify(replacement), tool: line.tool };
    });
    const added = [...fresh.values()].sort((a, b) => (a.tool < b.tool ? -1 : 1));
    const out: string[] = [];
    for (const { text, tool } of rows) {
      while (tool !== undefined && added.length > 0 && added[0]!.tool < tool) out.push(JSON.stringify(added.shift()));
      out.push(text);
    }
    out.push(...added.map((line) => JSON.stringify(line)));
    return out.length === 0 ? '' : `${out.join('\n')}\n`;
  }

  /** The file's text without the lines of these tools. */
  without(tools: ReadonlySet<string>): string {
    const kept = this.#rows.filter(({ text, line }) => {
      // A repeated line of a tool is one of its lines as well.
      const tool = line?.tool ?? toolOf(text);
      return tool === undefined || !tools.has(tool);
    });
    return kept.length === 0 ? '' : `${kept.map(({ text }) => text).join('\n')}\n`;
  }
}

function rowsOf(text: string): string[] {
  const rows = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (rows.at(-1) === '') rows.pop();
  return rows;
}

function toolOf(row: string): string | undefined {
  const line = parseExampleLine(row);
  return typeof line === 'string' ? undefined : line.tool;
}
