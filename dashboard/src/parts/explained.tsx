import { type JSX, useState } from 'react';
import type { PlaygroundAnswer } from '../../../src/gateway/dashboard-api/types.ts';
import { linkTo } from '../data/route.ts';
import { count, duration, percent, plural } from '../data/words.ts';
import { Badge } from './badge.tsx';
import { DataTable } from './data-table.tsx';
import { Empty } from './states.tsx';
import { TryChange } from './try-change.tsx';

type Explanation = PlaygroundAnswer['explanation'];
type ExplainedTool = Explanation['ranked'][number];
type Expected = NonNullable<Explanation['expected']>;

const VERDICTS: Readonly<Record<string, string>> = {
  exact: 'The request names a tool.',
  confident: 'The first hit is very likely the one.',
  ambiguous: 'Several may be meant; the model is asked to choose or to ask.',
  none: 'Nothing here fits; a model is told so and shown no tool.',
};

const OUTCOMES: Readonly<Record<Expected['outcome'], string>> = {
  unknown: 'No tool has this name.',
  several: 'More than one tool has this name.',
  filtered: 'An operator of the request leaves it out.',
  'others-named': 'The request names other tools outright.',
  'not-ranked': 'It shares neither a word nor a meaning with the request.',
  'below-limit': 'It is ranked, but below what is shown.',
  refused: 'It is among the first, but the verdict is that nothing fits.',
  shown: 'It is shown, but not as the first.',
  first: 'It is the first hit.',
};

export function Explained({ answer }: { readonly answer: PlaygroundAnswer }): JSX.Element {
  const { explanation, advice, ms, total } = answer;
  const { verdict, ranked, expected, parts, words, meant, text, tier, degraded, candidates } = explanation;
  const { figures } = verdict;
  return (
    <div className="explained">
      <section className="card" aria-labelledby="verdict">
        <div className="card-head">
          <h2 id="verdict">
            <Badge word={verdict.verdict} /> <span className="verdict-text">{VERDICTS[verdict.verdict]}</span>
          </h2>
          <p className="quiet">
            {duration(ms)}; {plural(total, 'tool')} matched, {count(candidates)} weighed, by {tier}
            {degraded ? '; a part of the search was not available' : ''}
          </p>
        </div>
        {figures !== undefined && (
          <dl className="gauges">
            <Gauge name="Does any tool fit?" value={figures.fits} from={figures.threshold} />
            <Gauge name="Do the words?" value={figures.words} from={figures.wordsFrom} />
            <Gauge name="Is it the first?" value={figures.first} from={figures.strongFrom} />
          </dl>
        )}
        {figures?.unservedProduct === true && <p>It names a product that no tool here is for.</p>}
        {figures?.unofferedAction === true && <p>No tool of the product that it names does what it asks.</p>}
        {verdict.reason !== undefined && <p className="quiet">Reason: {verdict.reason}</p>}
        {advice !== undefined && <p className="advice">“{advice}”</p>}
        {!verdict.calibrated && <p className="quiet">Confidences of this search are a rule of thumb, not measured.</p>}
      </section>

      {expected !== undefined && <ExpectedTool expected={expected} of={explanation} />}

      <section className="card" aria-labelledby="ranking">
        <h2 id="ranking">Ranking</h2>
        {ranked.length === 0 ? (
          <Empty title="No tool shares a word or a meaning with this request" />
        ) : (
          <Ranking tools={ranked} expected={expected?.tool?.id} verdict={verdict.verdict} />
        )}
      </section>

      <section className="card" aria-labelledby="request">
        <h2 id="request">How the request was read</h2>
        {meant !== undefined && meant !== text && (
          <p>
            As: <q>{meant}</q>
          </p>
        )}
        {words.length === 0 ? (
          <p className="quiet">No word of it was searched for.</p>
        ) : (
          <DataTable
            heads={[
              { title: 'Word' },
              { title: 'Searched as' },
              { title: 'Weight', number: true },
              { title: 'Tools with it', number: true },
            ]}
            className="small"
          >
            {words.map(({ term, surface, idf, holders }) => (
              <tr key={term}>
                <th scope="row">{surface}</th>
                <td className="mono">{term}</td>
                <td className="number">{idf.toFixed(2)}</td>
                <td className="number">{count(holders)}</td>
              </tr>
            ))}
          </DataTable>
        )}
        {parts.length > 0 && (
          <>
            <h3>Parts of the request</h3>
            <ul className="recent">
              {parts.map((part) => (
                <li key={part.text}>
                  <Badge word={part.verdict} /> {part.text}{' '}
                  <span className="quiet">{part.hits.slice(0, 3).join(', ')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}

function Gauge({
  name,
  value,
  from,
}: {
  readonly name: string;
  readonly value: number;
  readonly from: number;
}): JSX.Element {
  const isMet = value >= from;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className="track" y="1" width="100" height="4" />
          <rect className={isMet ? 'fill-confident' : 'fill-none'} y="1" width={clamp(value) * 100} height="4" />
          <rect className="threshold" x={Math.min(99.4, clamp(from) * 100)} width="0.6" height="6" />
        </svg>
        <b>{percent(clamp(value))}</b>{' '}
        <span className="quiet">
          {isMet ? 'yes, from' : 'no, needs'} {percent(clamp(from))}
        </span>
      </dd>
    </div>
  );
}

function Ranking({
  tools,
  expected,
  verdict,
}: {
  readonly tools: readonly ExplainedTool[];
  readonly expected: string | undefined;
  readonly verdict: string;
}): JSX.Element {
  const [open, setOpen] = useState<string>();
  const most = Math.max(...tools.map(({ score }) => score), 1e-9);
  return (
    <ol className="ranking">
      {tools.map((tool, position) => {
        const isOpen = open === tool.id;
        const isCut = !tool.shown && (position === 0 || tools[position - 1]!.shown);
        return (
          <li key={tool.id} className={`${tool.shown ? 'shown' : 'unshown'}${tool.id === expected ? ' expected' : ''}`}>
            {isCut && (
              <p className="cut">
                {verdict === 'none' ? 'Nothing of this is shown to a model' : 'Not shown to a model'}
              </p>
            )}
            <button
              type="button"
              className="hit"
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : tool.id)}
            >
              <span className="hit-rank">{tool.rank ?? ''}</span>
              <span className="hit-name">
                <span className="mono">{tool.originalName}</span> <span className="quiet">{tool.server}</span>
                {tool.id === expected && <span className="mark">expected</span>}
                {tool.named && <span className="mark">named</span>}
              </span>
              <span className="hit-text quiet">{tool.description}</span>
              <ScoreBar tool={tool} most={most} />
              <span className="hit-sure">
                <Badge word={tool.sure} /> <span className="number">{percent(tool.confidence)}</span>
              </span>
            </button>
            {isOpen && <HitDetail tool={tool} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Where a score comes from: words, likeness in meaning by the first model, by the deep one. */
function ScoreBar({
  tool: { parts, score },
  most,
}: {
  readonly tool: ExplainedTool;
  readonly most: number;
}): JSX.Element {
  const pieces = [
    ['one', parts.words],
    ['two', parts.similarity],
    ['three', parts.deepSimilarity],
    ['four', parts.named],
  ] as const;
  let from = 0;
  return (
    <span className="hit-score">
      <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="100" height="4" />
        {pieces.map(([tone, value]) => {
          const width = (Math.max(0, value) / most) * 100;
          const x = from;
          from += width;
          return <rect key={tone} className={`fill-${tone}`} x={x} width={width} height="4" />;
        })}
      </svg>
      <span className="number">{score.toFixed(2)}</span>
    </span>
  );
}

function HitDetail({ tool }: { readonly tool: ExplainedTool }): JSX.Element {
  const { parts, similarity, deepSimilarity, coverage, fields, words, features } = tool;
  return (
    <div className="hit-detail">
      <dl className="facts">
        <dt>
          <span className="swatch fill-one" aria-hidden="true" /> Words
        </dt>
        <dd>
          {parts.words.toFixed(3)}, {percent(coverage)} of the request by rarity
          {fields.length > 0 && ` (${fields.map(({ field, score }) => `${field} ${score.toFixed(2)}`).join(', ')})`}
        </dd>
        <dt>
          <span className="swatch fill-two" aria-hidden="true" /> Meaning
        </dt>
        <dd>
          {parts.similarity.toFixed(3)} from a cosine of {similarity.toFixed(2)}
        </dd>
        {parts.named !== 0 && (
          <>
            <dt>
              <span className="swatch fill-four" aria-hidden="true" /> Product
            </dt>
            <dd>{parts.named.toFixed(3)}, for the product that the request names</dd>
          </>
        )}
        {parts.deprecation !== 0 && (
          <>
            <dt>{parts.deprecation < 0 ? 'Deprecated' : 'Successor'}</dt>
            <dd>
              {parts.deprecation.toFixed(3)},{' '}
              {parts.deprecation < 0 ? 'as it says of itself: others come first' : 'a deprecated tool names it'}
            </dd>
          </>
        )}
        {(parts.deepSimilarity !== 0 || deepSimilarity !== 0) && (
          <>
            <dt>
              <span className="swatch fill-three" aria-hidden="true" /> Deep meaning
            </dt>
            <dd>
              {parts.deepSimilarity.toFixed(3)} from a cosine of {deepSimilarity.toFixed(2)}
            </dd>
          </>
        )}
      </dl>
      {words.length > 0 && (
        <p>
          {words.map(({ term, score, fields: where }) => (
            <span key={term} className={score > 0 ? 'word has' : 'word lacks'}>
              {term}{' '}
              <span className="quiet">{score > 0 ? `${score.toFixed(2)} in ${where.join(', ')}` : 'not in it'}</span>
            </span>
          ))}
        </p>
      )}
      {features.length > 0 && (
        <details>
          <summary>What its confidence is made of</summary>
          <DataTable
            heads={[{ title: 'Figure' }, { title: 'Value', number: true }, { title: 'Effect', number: true }]}
            className="small"
          >
            {features.map(({ name, value, effect }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{value.toFixed(3)}</td>
                <td className="number">{effect > 0 ? `+${effect.toFixed(2)}` : effect.toFixed(2)}</td>
              </tr>
            ))}
          </DataTable>
        </details>
      )}
      <p>
        <a href={linkTo('catalog', { tool: tool.id })}>Open in the catalog</a>
      </p>
    </div>
  );
}

function ExpectedTool({
  expected,
  of: explanation,
}: {
  readonly expected: Expected;
  readonly of: Explanation;
}): JSX.Element {
  const { asked, outcome, tool, names = [], condition, lacks, changes } = expected;
  const isFound = outcome === 'first' || outcome === 'shown';
  return (
    <section className="card" aria-labelledby="expected">
      <div className="card-head">
        <h2 id="expected">
          <Badge word={isFound ? 'ok' : 'refused'}>{isFound ? 'found' : 'not found'}</Badge>{' '}
          <span className="mono">{tool?.originalName ?? asked}</span>
        </h2>
        {tool?.rank != null && <p className="quiet">rank {count(tool.rank)}</p>}
      </div>
      <p>
        {OUTCOMES[outcome]}
        {condition !== undefined && ` It does not meet: ${condition}.`}
        {lacks !== undefined && lacks.first > 0 && (
          <>
            {' '}
            It lacks {lacks.shown > 0 && `${lacks.shown.toFixed(2)} for the last place shown, `}
            {lacks.first.toFixed(2)} for the first.
          </>
        )}
      </p>
      {names.length > 0 && <p>Did you mean {names.join(', ')}?</p>}
      {changes.length > 0 && (
        <>
          <h3>What would bring it up</h3>
          <ul className="changes">
            {changes.map(({ kind, text, gain, rank, verdict }) => (
              <li key={kind + text}>
                {kind === 'words' ? 'These words in its description: ' : 'This request among its examples: '}
                <q>{text}</q>
                <span className="quiet">
                  {gain > 0 && ` +${gain.toFixed(2)}`}
                  {rank != null && ` then rank ${rank}`}
                  {verdict !== undefined && `, ${verdict}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {tool !== undefined && outcome !== 'filtered' && (
        <TryChange key={`${explanation.query} ${tool.id}`} of={explanation} tool={tool} />
      )}
    </section>
  );
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
