import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { STOP_WORDS, type SyntheticTool } from './catalog.ts';
import { generateVectors } from './generate-vectors.ts';
import { Random, zipf } from './random.ts';
import { tools } from './tools.ts';
import { FUNCTION_WORDS, NOUNS, TECHNICAL, VERBS } from './vocabulary.ts';

const SEED = 7;
const QUERIES = 200;
/** Queries are made from the first of the tools, so that catalogs of all sizes hold what they look for. */
const TARGETS = 10_000;
const TOPICS = 2000;
const TOPIC_WORDS = 40;
const LINES_AT_ONCE = 20_000;

/** A tool and the topic that its words and its vector are drawn from. */
export interface GeneratedTool extends SyntheticTool {
  readonly topic: number;
}

/**
 * Writes a synthetic catalog, the same on every machine: tools, of which the first n are the catalog of size n, queries
 * with filters, the tags as bytes, and vectors in clusters.
 */
export async function generateCatalog(folder: string, size: number, dimensions: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const english = await englishWords();
  const random = new Random(SEED);
  const words = shuffled(
    english.filter(({ length }) => length >= 3 && length <= 11),
    random,
  );
  const makeTool = toolMaker(words, random);
  const topics = new Uint16Array(size);
  const tags = new Uint8Array(3 * size);
  const first: GeneratedTool[] = [];
  const fd = openSync(join(folder, 'tools.jsonl'), 'w');
  let lines = '';
  for (let i = 0; i < size; i++) {
    const { topic, ...tool } = makeTool();
    topics[i] = topic;
    tags.set([tool.tenant, tool.role, tool.region], 3 * i);
    if (i < TARGETS) first.push({ ...tool, topic });
    lines += `${JSON.stringify(tool)}\n`;
    if ((i + 1) % LINES_AT_ONCE > 0 && i + 1 < size) continue;
    writeSync(fd, lines);
    lines = '';
  }
  closeSync(fd);
  writeFileSync(join(folder, 'acl.bin'), tags);
  const queries = makeQueries(first, words);
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(queries));
  const targets = queries.map(({ target }) => target);
  generateVectors(folder, { topics, topicCount: TOPICS, targets, dimensions, seed: SEED + 2000 });
}

async function englishWords(): Promise<readonly string[]> {
  const folder = await tools.npm(['an-array-of-english-words@2.0.0']);
  const file = join(folder, 'node_modules', 'an-array-of-english-words', 'index.json');
  return JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
}

/** Words of all kinds, in the frequencies of texts. */
function wordDrawer(words: readonly string[]) {
  const general = words.slice(0, 40_000);
  const domain = [...new Set([...TECHNICAL, ...NOUNS, ...VERBS])];
  const generalRank = zipf(general.length, 1, 2.7);
  const domainRank = zipf(domain.length, 0.9, 3);
  const functionRank = zipf(FUNCTION_WORDS.length, 1, 1);
  return {
    pool: { general, domain },
    general: (random: Random): string => general[generalRank(random)]!,
    domain: (random: Random): string => domain[domainRank(random)]!,
    function: (random: Random): string => FUNCTION_WORDS[functionRank(random)]!,
  };
}

function toolMaker(words: readonly string[], random: Random): () => GeneratedTool {
  const draw = wordDrawer(words);
  const vendors = Array.from({ length: 5000 }, (_, i) => draw.pool.general[20_000 + i]!.slice(0, 9));
  const parameters = parameterNames();
  const vendorRank = zipf(vendors.length, 0.8, 5);
  const verbRank = zipf(VERBS.length, 0.9, 2);
  const nounRank = zipf(NOUNS.length, 0.7, 3);
  const topicRank = zipf(TOPICS, 0.6, 10);
  const parameterRank = zipf(parameters.length, 0.8, 3);
  const topicWords = Array.from({ length: TOPICS }, () =>
    Array.from({ length: TOPIC_WORDS }, () => random.pick(random.next() < 0.7 ? draw.pool.general : draw.pool.domain)),
  );
  return () => {
    const topic = topicRank(random);
    const own = topicWords[topic]!;
    const vendor = vendors[vendorRank(random)]!;
    const verb = VERBS[verbRank(random)]!;
    const noun = NOUNS[nounRank(random)]!;
    const second = random.next() < 0.5 ? `_${NOUNS[nounRank(random)]!}` : '';
    const third = random.next() < 0.35 ? `_${random.pick(own)}` : '';
    const length = 15 + random.below(26);
    const text = [verb[0]!.toUpperCase() + verb.slice(1), random.next() < 0.5 ? 'a' : 'the', noun];
    while (text.length < length) {
      const kind = random.next();
      let word: string;
      if (kind < 0.33) word = draw.function(random);
      else if (kind < 0.63) word = draw.domain(random);
      else if (kind < 0.83) word = random.pick(own);
      else word = draw.general(random);
      if (random.next() < 0.06) word += random.next() < 0.6 ? ',' : '.';
      text.push(word);
    }
    const count = 2 + random.below(7);
    const params = new Set<string>();
    for (let i = 0; i < count; i++) params.add(parameters[parameterRank(random)]!);
    return {
      name: `${vendor}_${verb}_${noun}${second}${third}`,
      description: `${text.join(' ')}.`,
      params: [...params],
      tenant: random.below(100),
      role: random.below(8),
      region: random.below(5),
      topic,
    };
  };
}

function parameterNames(): readonly string[] {
  const ids = NOUNS.map((noun) => `${noun}_id`);
  const names = NOUNS.map((noun) => `${noun}_name`);
  const usual = 'page_size page_token start_date end_date sort_by max_results dry_run include_deleted'.split(' ');
  return [...new Set([...ids, ...names, ...TECHNICAL.slice(0, 60), ...NOUNS, ...usual])];
}

function makeQueries(targets: readonly GeneratedTool[], words: readonly string[]) {
  const random = new Random(SEED + 1000);
  const draw = wordDrawer(words);
  return Array.from({ length: QUERIES }, () => {
    const target = random.below(targets.length);
    const tool = targets[target]!;
    const described = tool.description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const [vendor, verb, noun] = tool.name.split('_');
    const length = 4 + random.below(9);
    const asked = [verb!, noun!];
    if (random.next() < 0.3) asked.push(vendor!);
    while (asked.length < length) {
      const kind = random.next();
      if (kind < 0.5) asked.push(random.pick(described));
      else if (kind < 0.7) asked.push(draw.function(random));
      else if (kind < 0.85) asked.push(draw.domain(random));
      else asked.push(draw.general(random));
    }
    const text = shuffled(asked, random);
    // The tool that is looked for passes both filters.
    const roles = new Set([tool.role]);
    while (roles.size < 6) roles.add(random.below(8));
    const regions = new Set([tool.region]);
    while (regions.size < 2) regions.add(random.below(5));
    return {
      text: text.join(' '),
      terms: [...new Set(text.filter((word) => !STOP_WORDS.has(word)))],
      target,
      f01: { tenant: tool.tenant },
      f30: { region: [...regions], role: [...roles] },
    };
  });
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [mixed[i], mixed[other]] = [mixed[other]!, mixed[i]!];
  }
  return mixed;
}
