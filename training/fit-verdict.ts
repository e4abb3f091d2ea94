/**
 * Fits the two logistic models behind the verdict, for each tier, and writes `src/retrieval/verdict-model.ts`:
 * `node training/fit-verdict.ts [--again [--large]]`, over the data folder that test/data-root.ts finds. Deterministic. Takes a few
 * minutes the first time; the deep model's vectors are kept in the system's temporary folder, and so are the samples.
 *
 * Answerable requests come from the dev sets; requests that nothing fits come from their no-tool requests and from
 * taking the right tools out of the catalogue. Each request is also asked of random smaller catalogues, so that the
 * models learn what the number of tools does. What is reported, and the threshold, come from models that have not seen
 * the request (five folds by hash of its id); what is written is fitted on all.
 *
 * Before that, `likeness-model.ts` is fitted for each tier on the vectors of requests alone: those of far-requests.jsonl,
 * which no tool does at all, against the project's own. The table's known requests must be there: see
 * `request-landmarks.ts`. Of the project's own requests those for the servers that the landmarks do not know are weighed, so
 * that nothing is asked about itself.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder, loadStaticEmbedder } from '../src/backends/index.ts';
import { bestDocuments, buildLexicalIndex, buildVectorIndex, type DocId } from '../src/engine/index.ts';
import { type EvaluationQuery, readNoToolQueries, readSet } from '../src/evaluation/index.ts';
import { asksUnoffered } from '../src/retrieval/actions/unoffered.ts';
import { countedTerms } from '../src/retrieval/counted-terms.ts';
import { between } from '../src/retrieval/dense-leg.ts';
import { requestEmbeddingText } from '../src/retrieval/embedding-text.ts';
import { answerEvidence, hitEvidence } from '../src/retrieval/evidence.ts';
import { type FusedCandidate, fuse } from '../src/retrieval/fusion.ts';
import { analyzeTool, FIELDS } from '../src/retrieval/index.ts';
import { requestOperations } from '../src/retrieval/operations/request-operations.ts';
import { askedProducts } from '../src/retrieval/products/asked-products.ts';
import { bareRequest } from '../src/retrieval/products/bare-request.ts';
import { mayServe } from '../src/retrieval/products/serves-product.ts';
import { spellOutProducts } from '../src/retrieval/products/spell-out.ts';
import { thresholdAt } from '../src/retrieval/size-thresholds.ts';
import { nearness } from '../src/retrieval/tool-likeness.ts';
import { embedTools } from '../src/retrieval/tool-vectors.ts';
import { FIRST_FITS_FROM } from '../src/retrieval/verdict.ts';
import { contentHash } from '../src/shared/hash.ts';
import { ExamplePack } from '../src/sources/index.ts';
import { analyzeQuery } from '../src/text/index.ts';
import { createCatalog, type Tool } from '../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { readKnownServerQueries, readRecordedServers, toEntries } from '../test/requests/known-servers.ts';
import { farRequests, staticRequest } from './far-requests.ts';
import { askLarge, type LargeAnswer } from './large-answers.ts';
import { fitLogistic, type Logistic, predict, type Sample } from './logistic.ts';
import { readRequestShares } from './request-shares.ts';
import { createVectorStore } from './vector-store.ts';

/** Sets with requests of people; those that repeat a tool's own words teach nothing about doubt. */
const SETS = ['mcp-requests', 'metatool', 'mcptoolbenchpp', 'callnavi', 'toolbench-g1', 'azure-mcp', 'bfcl'];
const REQUESTS_PER_SET = 300;
const SIZES = [20, 100, 500];
/** Tools of the recorded servers; mcp-requests has 2,396. */
const LARGEST = 2_489;
/**
 * Larger catalogues that thresholds are chosen for, by tier: the tools of `PEOPLE`, 4,885, among others of the large one. The
 * deep model judges the best 24 there, and would have to read all tools of one of 5,000. The threshold of the first holds for all. Not the project's own requests
 * over the large one, nearly all of which the table finds at once: it was trained on them.
 */
const LARGE_SIZES: Readonly<Record<Tier, readonly number[]>> = {
  static: [5_000, 10_000, 20_000, 42_063],
  deep: [10_000, 42_063],
};
/** Requests of far-requests.jsonl that are asked of real servers. */
const FAR_ASKED = 300;
const CANDIDATES = 50;
/** An answerable request weighs as much as so many that no tool does. */
const LIKELY = 4;
/** Of the requests that some tool does, so many are shown to the deep model's direction. */
const DEEP_KNOWN = 4_500;
/** A thousand requests against the components of a vector: what keeps them from being learned by heart. */
const DEEP_RIDGE = 300;
/** Sets of people's requests over real tools, on which thresholds are chosen. */
const PEOPLE = ['mcp-requests', 'known-servers'];
/** Bounds of a strong hit that the report compares, for `STRONG_FROM` in verdict.ts. */
const STRONG_TRIED = [0.14, 0.18, 0.22, 0.26, 0.3];
/** Share of answerable requests that may be refused although the right tool is among the first five. */
const LOST = 0.04;

if (dataRoot === undefined) throw new Error(DATA_MISSING);
const root = dataRoot;
const NO_TOOL = join(root, '../requests/no-tool.jsonl');
/** A: the catalogue of mcp-requests; B: the recorded servers. */
type Catalogue = 'A' | 'B';
/** Kind of each no-tool request and the catalogues in which nothing serves it. */
const kinds = new Map(
  readFileSync(NO_TOOL, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; kind: string; catalogues: Catalogue[] })
    .map(({ id, ...row }) => [id, row]),
);
const CACHE = join(tmpdir(), 'toolscout-fit-verdict');
const embedder = await loadStaticEmbedder();
const deepEmbedder = createBuiltInDeepEmbedder({
  machine: {
    platform: process.platform,
    home: homedir(),
    env: { TOOLSCOUT_CACHE: CACHE },
  },
  warn: console.warn,
});
// The thread does not keep this process alive while it waits for it.
const keepAlive = setInterval(() => {}, 60_000);

const TIERS = ['static', 'deep'] as const;
type Tier = (typeof TIERS)[number];

interface Judged {
  readonly answer: Sample;
  readonly hits: readonly Sample[];
  readonly group: string;
  readonly fold: number;
  readonly size: number;
  /** Some tool serves the request, and none of the first five does. */
  readonly missed: boolean;
  /** Refused by what it asks for, whatever the models say. */
  readonly unoffered: boolean;
}
const FOLDS = [0, 1, 2, 3, 4];
const foldOf = (id: string): number => Number.parseInt(contentHash(id).slice(0, 4), 16) % FOLDS.length;

/** Requests taken evenly from a list. */
function some<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

const allNoTool = await readNoToolQueries(NO_TOOL);
const noToolOf = (catalogue: Catalogue): EvaluationQuery[] =>
  allNoTool.filter(({ id }) => kinds.get(id)?.catalogues.includes(catalogue));
const requestVectors = new Map<string, Float32Array>();
/** Of a request by what of it is embedded; kept from run to run. */
const kept = createVectorStore(join(CACHE, `requests-${deepEmbedder.id}.jsonl`));
async function deepRequest(text: string): Promise<Float32Array> {
  let vector = requestVectors.get(text);
  if (vector === undefined) {
    const input = requestEmbeddingText(spellOutProducts(text));
    vector = kept.get(input);
    if (vector === undefined) {
      [vector] = await deepEmbedder.embed([input], 'query');
      kept.set(input, vector!);
    }
    requestVectors.set(text, vector!);
  }
  return vector!;
}
const far = farRequests();
const placeOfFar = new Map(far.map((text, i) => [text, i]));
const shares = await readRequestShares(root);
const { noTool: farLandmarks, tool: nearLandmarks } = await createBuiltInEmbedder().landmarks!();
if (farLandmarks.size !== far.length)
  throw new Error('Run training/request-landmarks.ts first: far-requests.jsonl has changed.');
/** Of the deep directions each is learned without one half of the far requests, and judges that half. */
const HALVES = [0, 1] as const;
const likeness = await fitLikeness();

/** The tools and requests of `PEOPLE`. */
async function readPeople(): Promise<{ readonly own: readonly Tool[]; readonly queries: readonly EvaluationQuery[] }> {
  const set = await readSet(join(root, 'mcp-requests'));
  const { tools } = createCatalog(toEntries(readRecordedServers(root)));
  const known = await readKnownServerQueries(new Set(tools.map(({ id }) => id)));
  const queries = [...set.queries, ...known].filter(({ relevant }) => relevant.size > 0);
  return { own: [...createCatalog(set.tools).tools, ...tools], queries };
}

/** With `--again`: the samples of the last run, for other weights and thresholds over the same figures; `--large` asks large catalogues anew. */
const SAMPLES = join(CACHE, 'judged.json');
const again = process.argv.includes('--again');
const largeAgain = again && !process.argv.includes('--large');
const judgedBy: Record<Tier, Judged[]> = again
  ? (JSON.parse(readFileSync(SAMPLES, 'utf8')) as Record<Tier, Judged[]>)
  : { static: [], deep: [] };

/** A catalogue with its requests, and those that nothing in it serves. */
interface Subject {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly queries: readonly EvaluationQuery[];
  readonly noTool: readonly EvaluationQuery[];
}

/** Far requests as those of a set; their kind is their own, for they are no test. */
const farQueries = some(far, FAR_ASKED).map(
  (text): EvaluationQuery => ({
    id: text,
    text,
    lang: 'xx',
    split: undefined,
    match: 'any',
    noTool: true,
    relevant: new Map(),
  }),
);
const kindOf = (id: string): string => kinds.get(id)?.kind ?? 'known-far';

for (const name of again ? [] : SETS) {
  const set = await readSet(join(root, name));
  await judgeSubject({
    name,
    tools: createCatalog(set.tools).tools,
    queries: some(set.queries, REQUESTS_PER_SET),
    noTool: name === 'mcp-requests' ? [...noToolOf('A'), ...farQueries] : [],
  });
}
// The same servers as they come, and with the example requests of the shipped pack in the index.
for (const pack of again ? [] : [undefined, new ExamplePack()]) {
  const { tools } = createCatalog(toEntries(readRecordedServers(root), pack));
  const queries = await readKnownServerQueries(new Set(tools.map(({ id }) => id)));
  const name = pack === undefined ? 'known-servers' : 'known-servers-pack';
  await judgeSubject({ name, tools, queries, noTool: [...noToolOf('B'), ...farQueries] });
}

async function judgeSubject({ name, tools, queries, noTool }: Subject): Promise<void> {
  const lexical = buildLexicalIndex(tools.map(analyzeTool), FIELDS);
  const vectors = buildVectorIndex(await embedTools(embedder, tools, { examples: 'each' }), embedder.dimensions);
  const served = servedBy(tools);
  const deepVectors = buildVectorIndex(
    await embedTools(deepEmbedder, tools, { examples: 'together' }),
    deepEmbedder.dimensions,
  );
  const deepRequests = new Map<string, Float32Array>();
  /** By what of it is read without the products that tools of the whole catalogue are for. */
  const deepGuided = new Map<string, Float32Array>();
  const embedRequest = async ({ text }: EvaluationQuery): Promise<void> => {
    const vector = await deepRequest(text);
    deepRequests.set(text, deepVectors.scores(vector));
    const bare = bareRequest(
      text,
      askedProducts(text).filter((product) => served(product, undefined)),
    );
    if (bare !== undefined)
      deepGuided.set(bare.query, deepVectors.scores(between(vector, await deepRequest(bare.query))));
  };
  const ask = (query: EvaluationQuery, allowed: Uint8Array | undefined, group: string, removed = false): void => {
    for (const tier of TIERS) askTier(tier, query, allowed, group, removed);
  };
  const askTier = (
    tier: Tier,
    query: EvaluationQuery,
    allowed: Uint8Array | undefined,
    group: string,
    removed: boolean,
  ): void => {
    const deep = tier === 'deep';
    const meant = spellOutProducts(query.text);
    const { terms } = analyzeQuery(meant);
    const allow = allowed === undefined ? undefined : (doc: DocId) => allowed[doc] === 1;
    const own = embedder.embedSync(requestEmbeddingText(meant), 'query');
    const scores = vectors.scores(own);
    const deepScores = deep ? deepRequests.get(query.text)! : undefined;
    const asked = askedProducts(query.text);
    const bare = bareRequest(
      query.text,
      asked.filter((product) => served(product, allowed)),
    );
    // As the first leg has it: the direction half-way to the request without its products.
    const guided =
      bare === undefined
        ? undefined
        : vectors.scores(between(own, embedder.embedSync(requestEmbeddingText(bare.query), 'query')));
    const deepBare = deep && bare !== undefined ? deepGuided.get(bare.query) : undefined;
    const most = bare === undefined ? CANDIDATES : 2 * CANDIDATES;
    const also = new Set(bestDocuments(scores, most, allow));
    if (deepScores !== undefined) for (const doc of bestDocuments(deepScores, most, allow)) also.add(doc);
    const result = lexical.lexical({
      terms,
      limit: CANDIDATES,
      also: [...also],
      ...(allow === undefined ? {} : { allow }),
    });
    const ranked = fuse(
      {
        candidates: result.candidates.map((one) => ({
          tool: tools[one.doc]!,
          lexical: one.score,
          coverage: one.coverage,
          fields: one.fields,
          cosine: scores[one.doc]!,
          deepCosine: deepScores?.[one.doc] ?? 0,
          ...(guided === undefined ? {} : { guided: guided[one.doc]! }),
          ...(deepBare === undefined ? {} : { deepGuided: deepBare[one.doc]! }),
        })),
        countedTerms: countedTerms(terms, (term) => lexical.lexical({ terms: [term], limit: 1 }).total > 0),
        ...(bare === undefined ? {} : { products: bare.products }),
        queryIdf: result.queryIdf,
        lexicalTotal: result.total,
        tier,
        deep,
        calibrated: true,
        likeness: 0,
        operations: [],
        degraded: false,
      },
      terms.length,
    );
    if (ranked.length === 0) return;
    const size = allowed === undefined ? tools.length : allowed.reduce((sum, one) => sum + one, 0);
    const facts = {
      query: query.text,
      terms: terms.length,
      size,
      deep,
      likeness: deep ? deepLikeness(query.text, requestVectors.get(query.text)!) : staticLikeness(own, query.text),
      unserved: asked.length > 0 && !asked.some((product) => served(product, allowed)),
      unoffered: asksUnoffered(query.text, asked, ranked),
      operations: deep ? requestOperations(deepEmbedder.id, requestVectors.get(query.text)!) : [],
    };
    const isRight = (one: FusedCandidate) => !removed && query.relevant.has(one.tool.id);
    const rightInFive = ranked.slice(0, 5).some(isRight);
    const answerable = query.relevant.size > 0 && !removed;
    judgedBy[tier].push({
      answer: { x: answerEvidence(ranked, facts), y: answerable ? 1 : 0 },
      hits: ranked.slice(0, 5).map((one, rank) => ({ x: hitEvidence(ranked, rank, facts), y: isRight(one) ? 1 : 0 })),
      group,
      fold: foldOf(query.id),
      size,
      missed: answerable && !rightInFive,
      unoffered: facts.unoffered,
    });
  };

  const position = new Map(tools.map((tool, doc) => [tool.id, doc]));
  for (const query of queries) {
    await embedRequest(query);
    const right = [...query.relevant.keys()].map((id) => position.get(id)!);
    ask(query, undefined, right.length > 0 ? `${name}/answerable/${query.lang}` : `${name}/no-tool/${query.lang}`);
    if (right.length === 0) continue;
    const without = new Uint8Array(tools.length).fill(1);
    for (const doc of right) without[doc] = 0;
    // A twin of the right tool fits as well, so in large catalogues the rest says little: only small ones are asked.
    for (const size of SIZES.filter((one) => one < tools.length)) {
      const some = sample(tools.length, size, `${query.id}/${size}`);
      for (const doc of right) some[doc] = 1;
      ask(query, some, `${name}/answerable-${size}/${query.lang}`);
      const none = some.slice();
      for (const doc of right) none[doc] = 0;
      if (size <= 100) ask(query, none, `${name}/removed-${size}/${query.lang}`, true);
    }
  }
  const family = name === 'mcp-requests' ? 'requests' : `requests-${name}`;
  for (const query of noTool) {
    const kind = kindOf(query.id);
    await embedRequest(query);
    ask(query, undefined, `${family}/${kind}/${query.lang}`);
    for (const size of SIZES)
      ask(query, sample(tools.length, size, `${query.id}/${size}`), `${family}/${kind}-${size}/${query.lang}`);
  }
  console.log(`${name}: ${judgedBy.deep.length} samples so far`);
}

/** What large catalogues answer, kept like the samples. */
const LARGE_ANSWERS = join(CACHE, 'large.json');
const largeBy: Record<Tier, LargeAnswer[]> = largeAgain
  ? (JSON.parse(readFileSync(LARGE_ANSWERS, 'utf8')) as Record<Tier, LargeAnswer[]>)
  : { static: [], deep: [] };
const people = await readPeople();
for (const tier of largeAgain ? [] : TIERS) {
  for (const size of LARGE_SIZES[tier]) {
    const asked = { ...people, others: shares.catalog, size, far: some(far, FAR_ASKED / 2) };
    const likenessOf = async (text: string): Promise<number> =>
      tier === 'deep'
        ? deepLikeness(text, await deepRequest(text))
        : staticLikeness(staticRequest(embedder, text), text);
    largeBy[tier].push(
      ...(await askLarge(asked, { embedder, deep: tier === 'deep' ? deepEmbedder : undefined }, likenessOf)),
    );
    console.log(`${tier}, ${size} tools: asked`);
  }
}
clearInterval(keepAlive);
await deepEmbedder.close();
if (!again) writeFileSync(SAMPLES, JSON.stringify(judgedBy));
if (!largeAgain) writeFileSync(LARGE_ANSWERS, JSON.stringify(largeBy));

/** Does one of the allowed tools serve a product? */
function servedBy(tools: readonly Tool[]): (product: string, allowed: Uint8Array | undefined) => boolean {
  const docs = new Map<string, number[]>();
  return (product, allowed) => {
    let serving = docs.get(product);
    if (serving === undefined) {
      serving = tools.flatMap((tool, doc) => (mayServe(tool, product) ? [doc] : []));
      docs.set(product, serving);
    }
    return serving.some((doc) => allowed === undefined || allowed[doc] === 1);
  };
}

interface Fit {
  readonly answer: Logistic;
  readonly hit: Logistic;
  /** For each size of catalogue, ascending. */
  readonly thresholds: readonly (readonly [size: number, threshold: number])[];
}
const fits = TIERS.map((tier) => fitTier(tier));
writeModel();
writeLikeness();

function fitTier(tier: Tier): Fit {
  const all = judgedBy[tier];
  const weights = groupWeights(all);
  const mix = usualMix(all);
  const fitOn = (some: readonly Judged[]): Omit<Fit, 'thresholds'> => ({
    answer: fitLogistic(
      // Whether a search that missed counts as "nothing fits" is not for this model to learn.
      some
        .filter(({ unoffered, missed }) => !unoffered && !missed)
        .map((one) => ({ ...one.answer, weight: weights.get(groupOf(one))! })),
    ),
    hit: fitLogistic(some.flatMap((one) => one.hits.map((hit) => ({ ...hit, weight: mix(one) })))),
  });
  const unseen = FOLDS.flatMap((fold): Guess[] => {
    const { answer, hit } = fitOn(all.filter((one) => one.fold !== fold));
    return all
      .filter((one) => one.fold === fold)
      .map((one) => ({ one, fits: predict(answer, one.answer.x), first: predict(hit, one.hits[0]!.x) }));
  });
  reportCalibration(unseen, mix);
  const found = unseen.filter(({ one }) => !one.missed);
  const fitted = [...SIZES, LARGEST].map((size) => [size, thresholdFor(tier, size, found)] as const);
  const whole = fitOn(all);
  const thresholds = [...fitted, [LARGE_SIZES[tier][0]!, largeThreshold(tier, whole.answer)] as const];
  report(tier, found, thresholds);
  return { ...whole, thresholds };
}

/** A request with what models said that have not seen it. */
interface Guess {
  readonly one: Judged;
  readonly fits: number;
  readonly first: number;
}

/** Refused at this threshold, but for what the words say. */
function isBelow({ fits, first }: Pick<Guess, 'fits' | 'first'>, threshold: number): boolean {
  return fits < threshold && first < FIRST_FITS_FROM;
}

function report(tier: Tier, unseen: readonly Guess[], thresholds: Fit['thresholds']): void {
  console.log(`${tier}: thresholds ${JSON.stringify(thresholds)}; unseen requests:`);
  const groups = new Map<string, { total: number; refused: number }>();
  for (const { one, fits, first } of unseen) {
    const people = /^(requests|known-servers|mcp-requests\/answerable$)/.test(groupOf(one));
    for (const key of people ? [groupOf(one), one.group] : [groupOf(one)]) {
      const row = groups.get(key) ?? { total: 0, refused: 0 };
      row.total++;
      if (one.unoffered || isBelow({ fits, first }, thresholdAt(thresholds, one.size))) row.refused++;
      groups.set(key, row);
    }
  }
  for (const [group, { total, refused }] of [...groups].sort())
    console.log(`  ${group.padEnd(36)} refused ${refused} of ${total}`);
  for (const set of PEOPLE) {
    const kept = unseen.filter(
      (guess) =>
        groupOf(guess.one) === `${set}/answerable` &&
        !guess.one.unoffered &&
        !isBelow(guess, thresholdAt(thresholds, guess.one.size)),
    );
    const right = kept.filter(({ one }) => one.hits[0]!.y === 1);
    for (const from of STRONG_TRIED) {
      const sure = kept.filter(({ first }) => first >= from);
      const good = sure.filter(({ one }) => one.hits[0]!.y === 1).length;
      console.log(
        `  ${set}, strong from ${from}: right yet ambiguous ${right.length - good} of ${right.length}, confident and right ${good} of ${sure.length}`,
      );
    }
  }
}

interface LikenessFits {
  readonly static: Logistic;
  readonly deep: Logistic;
  /** Learned without the one half of the far requests, and without the other. */
  readonly deepHalves: readonly Logistic[];
}

/**
 * Fits the likeness of each tier on requests alone: those written for this that no tool does against the project's own,
 * every one of which some tool does. None of them is in a set that anything is measured on.
 */
async function fitLikeness(): Promise<LikenessFits> {
  const known = shares.known.map(({ text }) => text);
  const deep = await fitDeep(some(known, DEEP_KNOWN));
  return {
    static: fitOdds(
      far,
      shares.dev.map(({ text }) => text),
      (text) => staticEvidence(staticRequest(embedder, text), text),
    ),
    ...deep,
  };
}

async function fitDeep(known: readonly string[]): Promise<Pick<LikenessFits, 'deep' | 'deepHalves'>> {
  const vectors = new Map<string, Float32Array>();
  for (const text of [...far, ...known]) vectors.set(text, await deepRequest(text));
  const learn = (some: readonly string[]): Logistic =>
    fitOdds(some, known, (text) => [...vectors.get(text)!], DEEP_RIDGE);
  return {
    deep: learn(far),
    deepHalves: HALVES.map((half) => learn(far.filter((text) => halfOf(text) !== half))),
  };
}

function halfOf(text: string): number {
  return placeOfFar.get(text)! % HALVES.length;
}

/** Log odds that some tool does a request; 0 is what such requests have on the average, so that 0 says nothing. */
function fitOdds(
  far: readonly string[],
  some: readonly string[],
  evidence: (text: string) => number[],
  ridge = 1,
): Logistic {
  const known = some.map((text) => ({ x: evidence(text), y: 1 }));
  const weight = some.length / far.length / LIKELY;
  const { weights, bias } = fitLogistic([...far.map((text) => ({ x: evidence(text), y: 0, weight })), ...known], ridge);
  const usual = known.reduce((sum, { x }) => sum + linear({ weights, bias }, x), 0) / known.length;
  return { weights, bias: bias - usual };
}

function staticEvidence(request: Float32Array, text: string): [noTool: number, tool: number] {
  return [nearness(farLandmarks.scores(request), placeOfFar.get(text)), nearness(nearLandmarks.scores(request))];
}

/** A request that the judge was fitted on is judged without it. */
function staticLikeness(request: Float32Array, text: string): number {
  return linear(likeness.static, staticEvidence(request, text));
}

function deepLikeness(text: string, request: Float32Array): number {
  return linear(placeOfFar.has(text) ? likeness.deepHalves[halfOf(text)]! : likeness.deep, request);
}

function linear({ weights, bias }: Logistic, x: ArrayLike<number>): number {
  return weights.reduce((sum, weight, i) => sum + weight * x[i]!, bias);
}

function writeLikeness(): void {
  const path = resolve(import.meta.dirname, '../src/retrieval/likeness-model.ts');
  const { weights, bias } = likeness.deep;
  const [noTool, tool] = likeness.static.weights;
  const round = (value: number, digits: number): number => Number(value.toFixed(digits));
  writeFileSync(
    path,
    `/** Written by \`node training/fit-verdict.ts\`; do not edit. */
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted weights are near constants by chance

interface LikenessModels {
  /** Over the cosines with the nearest of the embedder's landmarks. */
  readonly static: { readonly tier: string; readonly bias: number; readonly noTool: number; readonly tool: number };
  /** Over the request's vector. */
  readonly deep: { readonly tier: string; readonly bias: number; readonly weights: readonly number[] };
}

/** Log odds that some tool does a request, by each model. */
export const LIKENESS_MODELS: LikenessModels = {
  static: { tier: '${embedder.id}', bias: ${round(likeness.static.bias, 3)}, noTool: ${round(noTool!, 3)}, tool: ${round(tool!, 3)} },
  deep: { tier: '${deepEmbedder.id}', bias: ${round(bias, 3)}, weights: [${weights.map((weight) => round(weight, 2)).join(', ')}] },
};
`,
  );
  execFileSync('npx', ['biome', 'check', '--write', path]);
}

/** How far confidences of first hits are from the shares that are right: at each size, and over whole catalogues of each. */
function reportCalibration(unseen: readonly Guess[], mix: (one: Judged) => number): void {
  const line = (name: string, some: readonly Guess[]): void => {
    const first = some.map(({ one, first }) => ({ p: first, y: one.hits[0]!.y, weight: mix(one) }));
    console.log(
      `  calibration error of the first hit, ${name}: ${calibrationError(first).toFixed(3)} of ${some.length}`,
    );
  };
  line('all', unseen);
  for (const size of [...SIZES.map(String), '']) {
    line(
      size === '' ? 'whole' : size,
      unseen.filter(({ one }) => sizeOf(one) === size),
    );
  }
}

/** Expected calibration error over ten equal bins. */
function calibrationError(samples: readonly { p: number; y: number; weight: number }[]): number {
  const total = (some: typeof samples, pick: (one: (typeof samples)[number]) => number = () => 1) =>
    some.reduce((sum, one) => sum + one.weight * pick(one), 0);
  let error = 0;
  for (let bin = 0; bin < 10; bin++) {
    const inside = samples.filter(({ p }) => Math.min(9, Math.floor(p * 10)) === bin);
    error += Math.abs(total(inside, ({ p, y }) => p - y));
  }
  return error / total(samples);
}

function writeModel(): void {
  const show = ({ weights, bias }: Logistic) =>
    `{ weights: [${weights.map((weight) => Number(weight.toFixed(4))).join(', ')}], bias: ${Number(bias.toFixed(4))} }`;
  const rows = TIERS.map((tier, i) => {
    const { answer, hit, thresholds } = fits[i]!;
    const rows = thresholds.map(([size, threshold]) => [size, Number(threshold.toFixed(4))]);
    return `  ${tier}: {\n    answer: ${show(answer)},\n    hit: ${show(hit)},\n    noneBelow: ${JSON.stringify(rows)},\n  },\n`;
  });
  const path = resolve(import.meta.dirname, '../src/retrieval/verdict-model.ts');
  writeFileSync(
    path,
    `/** Written by \`node training/fit-verdict.ts\`; do not edit. */
import type { LogisticModel } from './logistic-model.ts';
import type { SizeThresholds } from './size-thresholds.ts';

/** The fit of one tier. */
export interface VerdictModel {
  /** Is there a tool that fits? Over \`answerEvidence\`. */
  readonly answer: LogisticModel;
  /** Is this the tool? Over \`hitEvidence\`. */
  readonly hit: LogisticModel;
  /** Below this the answer is "none", by number of tools; in between by the logarithm. */
  readonly noneBelow: SizeThresholds;
}

/** ${(100 * LOST).toFixed(1)} % of the requests of people over real tools lie below \`noneBelow\` or ask for what is not offered. */
export const VERDICT_MODELS: { readonly static: VerdictModel; readonly deep: VerdictModel } = {
${rows.join('')}};
`,
  );
  execFileSync('npx', ['biome', 'check', '--write', path]);
}

function sample(size: number, count: number, seed: string): Uint8Array {
  const chosen = new Uint8Array(size);
  for (let i = 0, left = Math.min(count, size); left > 0; i++) {
    const doc = Number.parseInt(contentHash(`${seed}/${i}`).slice(0, 8), 16) % size;
    if (chosen[doc] === 1) continue;
    chosen[doc] = 1;
    left--;
  }
  return chosen;
}

/** Set and kind of a sample, without its language. */
function groupOf(one: Judged): string {
  return one.group.replace(/\/[a-z]{2}$/, '');
}

/**
 * Weight of one sample of each group: groups count by what they say about real use, not by how many lines they have.
 * Real requests over whole catalogues count most. Taking the right tool away leaves near twins and says less; and near
 * misses, which no figure tells from hits, would blur what tells everything else if they counted like the rest. Far requests that
 * were written for this say best what a judgement of the request alone is worth.
 */
function groupWeights(samples: readonly Judged[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of samples) counts.set(groupOf(one), (counts.get(groupOf(one)) ?? 0) + 1);
  return new Map([...counts].map(([group, count]) => [group, (100 * shareOf(group)) / count]));
}

/**
 * What is shown as a probability must be one over requests as they come, at each size of catalogue: some of whole ones, as
 * often nothing fits as `LIKELY` says, and no more often in small ones, although there each request was asked with its tools
 * taken out as well.
 */
function usualMix(samples: readonly Judged[]): (one: Judged) => number {
  const counts = new Map<string, { some: number; none: number }>();
  for (const one of samples) {
    const count = counts.get(sizeOf(one)) ?? { some: 0, none: 0 };
    if (one.answer.y === 1) count.some++;
    else count.none++;
    counts.set(sizeOf(one), count);
  }
  return (one) => {
    const { some, none } = counts.get(sizeOf(one))!;
    return one.answer.y === 1 ? 1 : some / none / LIKELY;
  };
}

/** How many tools a sample was drawn over; empty for whole catalogues. */
function sizeOf(one: Judged): string {
  return /-(\d+)$/.exec(groupOf(one))?.[1] ?? '';
}

function shareOf(group: string): number {
  const people = /^mcp-requests|^requests|^known-servers/.test(group);
  const whole = !/-\d+$/.test(group);
  const share = people && whole ? 3 : 0.5;
  return (
    share *
    (group.includes('removed') ? 0.1 : 1) *
    (group.includes('near-miss') ? 0.15 : 1) *
    (group.includes('known-far') ? 4 : 1)
  );
}

/**
 * What lies below is {@link LOST} of the requests found in the large catalogues, all together: of each alone that would be six.
 * What is known to be far is counted beside.
 */
function largeThreshold(tier: Tier, answer: Logistic): number {
  const fits = (one: LargeAnswer): number => one.decided ?? predict(answer, one.x);
  const found = largeBy[tier].filter((one) => one.found);
  const lost = found.filter(({ decided }) => decided === 0).length;
  const open = found.filter(({ decided }) => decided !== 0);
  const sorted = open.map(fits).sort((a, b) => a - b);
  const threshold = sorted[Math.max(0, Math.floor(LOST * found.length) - lost)] ?? 0;
  for (const size of LARGE_SIZES[tier]) {
    const below = (some: readonly LargeAnswer[]): string => {
      const ofSize = some.filter((one) => one.size === size);
      return `${ofSize.filter((one) => fits(one) < threshold).length} of ${ofSize.length}`;
    };
    const far = largeBy[tier].filter(({ isFar }) => isFar);
    console.log(
      `${tier}, ${size} tools: below ${threshold.toFixed(4)} ${below(found)} found, ${below(far)} known to be far`,
    );
  }
  return threshold;
}

/**
 * Of people's requests over so many tools the share `LOST` of all, and of no set more than twice that; by the deep model over
 * whole catalogues hardly more, since it tells so well what no tool does that losing fewer costs little.
 */
function thresholdFor(tier: Tier, size: number, unseen: readonly Guess[]): number {
  const most = (tier === 'deep' && size === LARGEST ? 1.25 : 2) * LOST;
  const groups = PEOPLE.map((set) => `${set}/answerable${size === LARGEST ? '' : `-${size}`}`);
  const people = unseen.filter(({ one }) => groups.includes(groupOf(one)));
  const each = groups.map((group) => people.filter(({ one }) => groupOf(one) === group));
  return Math.min(thresholdOn(people, LOST), ...each.map((some) => thresholdOn(some, most)));
}

/** What lies below, with what is refused for what it asks, is at most this share. */
function thresholdOn(people: readonly Guess[], share: number): number {
  const lost = people.filter(({ one }) => one.unoffered).length;
  const sorted = people
    .filter(({ one }) => !one.unoffered)
    .map(({ fits, first }) => (first >= FIRST_FITS_FROM ? 1 : fits))
    .sort((a, b) => a - b);
  return sorted[Math.max(0, Math.floor(share * people.length) - lost)] ?? 0;
}
