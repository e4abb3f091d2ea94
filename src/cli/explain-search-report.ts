import type {
  ChangeExplanation,
  ExpectedExplanation,
  QueryExplanation,
  ToolExplanation,
  VerdictExplanation,
} from '../retrieval/index.ts';
import { clip, count, displayWidth, pad, plural, wrap } from './layout.ts';

/** An explained search for a person: the words, the ranking, the verdict, and the tool that was expected. */
export function explanationLines(explained: QueryExplanation, columns: number): string[] {
  const { query, tier, verdict, filter, reranker } = explained;
  const tools =
    filter.before === filter.after ? count(filter.after) : `${count(filter.after)} of ${count(filter.before)}`;
  const judges = `judged by ${tier}${reranker === undefined ? '' : ` and ${reranker}`}`;
  const reason = verdict.reason === undefined ? '' : ` (${verdict.reason})`;
  return [
    ...wrap(`${verdict.verdict}${reason}: ${JSON.stringify(query)} over ${tools} tools, ${judges}.`, columns),
    ...(explained.degraded
      ? wrap('A part of the search was not available: these are figures without it.', columns)
      : []),
    ...readingLines(explained, columns),
    ...rankingLines(explained, columns),
    ...verdictLines(verdict, columns),
    ...(explained.expected === undefined ? [] : expectedLines(explained, explained.expected, columns)),
  ].map((line) => clip(line.trimEnd(), columns));
}

/** Fields as people know them. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  parameterNames: 'argument names',
  parameterTexts: 'argument texts',
  examples: 'example requests',
};
const fieldName = (field: string): string => FIELD_NAMES[field] ?? field;
const two = (value: number): string => value.toFixed(2);
const three = (value: number): string => value.toFixed(3);

function readingLines(
  { operators, meant, bare, words, truncated, parts }: QueryExplanation,
  columns: number,
): string[] {
  const lines: string[] = [];
  const said = Object.entries(operators).map(([name, value]) => `${name} ${[value].flat().join(', ')}`);
  if (said.length > 0) lines.push(...wrap(`Asked for: ${said.join('; ')}.`, columns));
  if (meant !== undefined) lines.push(...wrap(`Read as: ${meant}`, columns));
  if (bare !== undefined) lines.push(...wrap(`And, of the products it names: ${bare}`, columns));
  if (truncated) lines.push('The request is too long to be read to its end.');
  for (const { text, verdict } of parts) lines.push(`  part: ${text}: ${verdict}`);
  if (words.length === 0) return lines;
  const written = wordsAsShown(words);
  const width = Math.max(...[...written.values()].map(displayWidth), 4);
  return [
    ...lines,
    '',
    `Words ${' '.repeat(Math.max(0, width - 4))} rarity   tools that hold it`,
    ...words.map(
      ({ term, idf, holders }) =>
        `  ${pad(written.get(term)!, width)}  ${two(idf).padStart(5)}  ${count(holders).padStart(6)}`,
    ),
  ];
}

/** Each term as the request has it; where several were read from one stretch of it (Chinese), the term itself. */
function wordsAsShown(words: QueryExplanation['words']): ReadonlyMap<string, string> {
  const sharing = (surface: string) => words.filter((one) => one.surface === surface).length;
  return new Map(words.map(({ term, surface }) => [term, sharing(surface) > 1 ? term : surface]));
}

function rankingLines({ ranked, weights, parts, limit, verdict }: QueryExplanation, columns: number): string[] {
  if (ranked.length === 0) return [];
  if (ranked.every(({ score }) => score === 0)) {
    return ['', 'Found by name or condition, without a ranking:', ...ranked.map(({ rank, id }) => `  ${rank}  ${id}`)];
  }
  const deep = weights.deep > 0;
  const grouped = ranked.some(({ parts: made }) => made.group !== 0);
  const lifted = ranked.some(({ parts: made }) => made.named !== 0);
  const head = `score = words +${two(weights.first)}·meaning${deep ? ` +${two(weights.deep)}·deep` : ''}${lifted ? ' +product' : ''}${grouped ? ' +server' : ''}   sure`;
  const figures = 7 + 8 + 9 + (deep ? 9 : 0) + (lifted ? 9 : 0) + (grouped ? 8 : 0) + 7;
  const room = Math.max(16, columns - 4 - figures);
  const shown = verdict.verdict === 'none' ? 0 : limit;
  const deprecated = ranked.filter(({ parts: made }) => made.deprecation < 0).map(({ rank }) => rank);
  return [
    '',
    `${pad('Ranking', Math.max(8, columns - head.length - 1))} ${head}`,
    ...ranked.map(({ rank, id, named, score, parts: made, confidence, shown: isShown }) => {
      const mark = named ? '=' : shown > 0 && !isShown ? '·' : ' ';
      const sum = `${three(score).padStart(7)}${three(made.words).padStart(8)}${three(made.similarity).padStart(9)}`;
      const product = lifted ? three(made.named).padStart(9) : '';
      const more = `${deep ? three(made.deepSimilarity).padStart(9) : ''}${product}${grouped ? three(made.group).padStart(8) : ''}`;
      return `${String(rank ?? '').padStart(3)}${mark}${pad(clip(id, room), room)}${sum}${more}${two(confidence).padStart(7)}`;
    }),
    ...(deprecated.length === 0
      ? []
      : wrap(`Deprecated, and with a part of the score only: ${deprecated.join(', ')}.`, columns, '  ')),
    ...(parts.length === 0
      ? []
      : wrap(
          'The order is that of the whole request and its parts together; figures are those for the whole.',
          columns,
        )),
  ];
}

function verdictLines({ by, figures, calibrated, verdict }: VerdictExplanation, columns: number): string[] {
  if (by === 'named' || figures === undefined) {
    return by === 'words' ? ['', ...wrap('Verdict by words alone, by rule: nothing judged meaning.', columns)] : [];
  }
  const row = (label: string, value: number, rule: string) => `  ${pad(label, 36)}${two(value)}  ${rule}`;
  const [orFirst, firstFrom] = figures.firstFrom === undefined ? ['', ''] : [', or', `${two(figures.firstFrom)}; `];
  return [
    '',
    `Verdict ${verdict}${by === 'parts' ? ', from the parts; of the whole:' : ''}`,
    row('any tool fits, probability', figures.fits, `"none" below ${two(figures.threshold)}, unless`),
    row('best share of the words in one tool', figures.words, `is ${two(figures.wordsFrom)} or more${orFirst}`),
    row('the first is meant, probability', figures.first, `${firstFrom}"confident" from ${two(figures.strongFrom)} on`),
    ...(figures.unservedProduct ? ['  No tool serves the product that is named: never confident.'] : []),
    ...(figures.unofferedAction ? ['  No tool of the product that is named does what is asked: "none".'] : []),
    ...(calibrated ? [] : wrap('Nobody measured these models: the figures are rules of thumb.', columns, '  ')),
  ];
}

function expectedLines(explained: QueryExplanation, expected: ExpectedExplanation, columns: number): string[] {
  const { tool, lacks, changes } = expected;
  const lines = ['', ...wrap(outcomeText(explained, expected), columns)];
  if (tool === undefined) return lines;
  if (lacks !== undefined && lacks.first > 0) {
    const first = `${three(lacks.first)} for the first place`;
    const last = lacks.shown > 0 ? `${three(lacks.shown)} for place ${explained.limit} and ` : '';
    lines.push(...wrap(`Its score is ${three(tool.score)}; it lacks ${last}${first}.`, columns));
  }
  lines.push(...madeOf(tool, explained), ...featureLines(tool));
  if (changes.length > 0)
    lines.push('', 'What would bring it up', ...changes.flatMap((one) => changeLines(one, columns)));
  const words = changes.find(({ kind }) => kind === 'words');
  if (words !== undefined) lines.push('', ...snippetLines(tool, words.text, columns));
  return lines;
}

function outcomeText({ limit, verdict }: QueryExplanation, expected: ExpectedExplanation): string {
  const { outcome, asked, tool, names = [], condition } = expected;
  const place = tool?.rank === undefined || tool.rank === null ? '' : `place ${count(tool.rank)}`;
  switch (outcome) {
    case 'unknown':
      return `There is no tool ${JSON.stringify(asked)}.${names.length === 0 ? '' : ` Spelled alike: ${names.join(', ')}.`} Is its server up, and does the policy allow it?`;
    case 'several':
      return `${JSON.stringify(asked)} is the name of ${plural(names.length, 'tool')}: ${names.join(', ')}. Give the id.`;
    case 'filtered':
      return `${asked} is left out before the search, by ${condition}.`;
    case 'others-named':
      return `The request names other tools outright, and those come before any ranking. ${tool!.id} is at ${place === '' ? 'no place' : place}.`;
    case 'not-ranked':
      return `${tool!.id} is not ranked at all: it shares no word with the request and is not near in meaning.`;
    case 'refused':
      return `${tool!.id} is at ${place}, but the verdict is "none": a model is shown nothing.`;
    case 'below-limit':
      return `${tool!.id} is at ${place}, and ${limit} are shown${verdict.verdict === 'none' ? '; the verdict is "none" beside' : ''}.`;
    case 'shown':
      return `${tool!.id} is at ${place} and shown.`;
    case 'first':
      return `${tool!.id} comes first.`;
  }
}

/** Word by word what the tool gets, and where it holds the word. */
function madeOf({ words, parts, similarity, deepSimilarity }: ToolExplanation, explained: QueryExplanation): string[] {
  const written = wordsAsShown(explained.words);
  const rows = words.map(({ term, score, fields }): [string, string, string] => [
    written.get(term) ?? term,
    score === 0 ? '–' : three(score),
    score === 0 ? 'it does not hold this word' : fields.map(fieldName).join(', '),
  ]);
  const meaning: [string, string, string][] = [
    ['meaning', three(parts.similarity), `similarity ${two(similarity)}`],
    ...(explained.weights.deep > 0
      ? [['deep meaning', three(parts.deepSimilarity), `similarity ${two(deepSimilarity)}`] as [string, string, string]]
      : []),
    ...(parts.named === 0
      ? []
      : [['its product', three(parts.named), 'named in the request and by the tool'] as [string, string, string]]),
    ...(parts.group === 0
      ? []
      : [['its server', three(parts.group), 'how near all its tools are'] as [string, string, string]]),
    ...(parts.deprecation === 0
      ? []
      : [
          (parts.deprecation < 0
            ? ['deprecated', three(parts.deprecation), 'as it says: others come first']
            : ['successor', three(parts.deprecation), 'a deprecated tool names it']) as [string, string, string],
        ]),
  ];
  const all = [...rows, ...meaning];
  const width = Math.max(...all.map(([label]) => displayWidth(label)));
  return [
    '',
    'What its score is made of',
    ...all.map(([label, score, text]) => `  ${pad(label, width)}  ${score.padStart(6)}  ${text}`),
  ];
}

const MAX_FEATURES = 6;

/** What weighs most in how sure the search is of the tool; what is the same for every tool of a request says nothing here. */
function featureLines({ features, confidence }: ToolExplanation): string[] {
  const told = features
    .filter(({ effect }) => Math.abs(effect) >= 0.01)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, MAX_FEATURES);
  if (told.length === 0) return [];
  return [
    '',
    `How sure: ${two(confidence)}. What weighs most (log-odds)`,
    ...told.map(({ name, value, effect }) => `  ${pad(name, 38)} ${signed(effect).padStart(6)}  at ${two(value)}`),
  ];
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${two(Math.abs(value))}`;
}

function changeLines({ kind, text, gain, rank, verdict }: ChangeExplanation, columns: number): string[] {
  const what =
    kind === 'own'
      ? `- ${text}`
      : kind === 'words'
        ? `- these words in its description: ${text} (+${three(gain)})`
        : '- this request among its example requests ("toolscout enrich" writes such)';
  const after =
    rank === undefined ? '' : `: ${rank === null ? 'still not ranked' : `place ${count(rank)}, ${verdict}`}, tried`;
  return wrap(`${what}${after}`, columns, '    ').map((line, position) => (position === 0 ? line.slice(2) : line));
}

/** The change as configuration: nobody has to edit someone else's server. */
function snippetLines(
  { server, originalName, description }: ToolExplanation,
  words: string,
  columns: number,
): string[] {
  const text = `${words[0]!.toUpperCase()}${words.slice(1)}. ${description}`;
  const snippet = { overrides: { [`${server}/${originalName}`]: { description: clip(text, Math.max(60, columns)) } } };
  return [
    ...wrap('In toolscout.json, in words of your own:', columns),
    ...JSON.stringify(snippet, undefined, 1)
      .split('\n')
      .flatMap((line) => wrap(line, columns, line.match(/^ */)![0])),
  ];
}
