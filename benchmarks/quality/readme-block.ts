import type { Provenance } from '../rows.ts';

/** One set as the README shows it; recall@5. */
export interface ReadmeSet {
  readonly name: string;
  readonly tools: number;
  readonly requests: number;
  /** As published with the set. */
  readonly bm25: number | null;
  readonly recall: number | null;
  readonly interval: readonly [number, number] | null;
}

/** What `readme.ts` measured. */
export interface ReadmeFigures {
  readonly provenance: Provenance;
  /** Recall@5 by language of the request. */
  readonly main: {
    readonly static: Readonly<Record<string, number | null>>;
    readonly deep?: Readonly<Record<string, number | null>>;
  };
  readonly sets: readonly ReadmeSet[];
}

const BEGIN = '<!-- figures of toolscout eval: written by benchmarks/quality/readme.ts -->';
const END = '<!-- end of figures -->';
/** Published with the set, by language. */
const BM25: Readonly<Record<string, number>> = { en: 0.463, ru: 0.138, zh: 0.197 };
const LANGUAGES: readonly (readonly [code: string, name: string])[] = [
  ['en', 'English'],
  ['ru', 'Russian'],
  ['zh', 'Chinese'],
];

/** Puts the figures into a page that has the markers. */
export function replaceFigures(page: string, figures: ReadmeFigures): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`The page lacks the lines "${BEGIN}" and "${END}".`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figuresBlock(figures)}\n\n${page.slice(end)}`;
}

function figuresBlock({ main, sets, provenance }: ReadmeFigures): string {
  const languages = LANGUAGES.filter(([code]) => main.static[code] !== undefined);
  const row = (label: string, figures: Readonly<Record<string, number | null>>) => [
    label,
    ...languages.map(([code]) => figure(figures[code])),
  ];
  const measured = sets.filter(({ recall, bm25 }) => recall !== null && bm25 !== null);
  const mean = (of: (set: ReadmeSet) => number) => measured.reduce((sum, set) => sum + of(set), 0) / measured.length;
  const requests = sets.reduce((sum, set) => sum + set.requests, 0);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['search', ...languages.map(([, name]) => name)]),
    line(['---', ...languages.map(() => '---:')]),
    line(row('plain BM25, what offline tool searches use', BM25)),
    line(row('Toolscout at once: words and a built-in table', main.static)),
    ...(main.deep === undefined ? [] : [line(row('Toolscout after a minute: with its deep model', main.deep))]),
    '',
    `Over ${measured.length} labelled sets (${requests.toLocaleString('en-US')} requests) the mean of the same figure is ${figure(mean(({ recall }) => recall!))} at once, where plain BM25 has ${figure(mean(({ bm25 }) => bm25!))}.`,
    `(Measured ${provenance.date.slice(0, 10)}.)`,
  ].join('\n');
}

/** As figures are written in running text: `.83`. */
function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(2).replace(/^0/, '');
}
