import type { Tool } from '../../tools/index.ts';
import { operationOf } from '../operations/operation.ts';
import { partIdentifier } from '../part-identifier.ts';
import { findProducts } from '../products/find-products.ts';
import { namedSources } from '../products/named-sources.ts';
import { isNamedFor, mayServe } from '../products/serves-product.ts';
import {
  askedActions,
  askedFacts,
  askedObjects,
  beforePlace,
  type Concept,
  type Mention,
  objectsOfName,
} from './actions.ts';

/** Of a description: what a tool does stands at its beginning, what else to know of it comes after. */
const TELLING = 120;
/** Of a description, where any mention counts. */
const READ = 1_000;
const SCHEMA = 4_000;
/** Tools that are looked at; what does as asked is among the best, if it is there. */
const NEAREST = 30;

/** Tools that do whatever they are told. */
const GENERAL =
  /\b(?:api|http|graphql|rest|raw|sql) (?:request|call|command|endpoint)\b|\b(?:graphql|raw|sql) (?:query|mutation)\b|\b(?:execute|eval|shell|command|script|proxy|management|mutation|playwright|endpoint)\b|^browser\b|\brun (?:code|sql|query|command)|\b(?:make|call|invoke|do) (?:request|api)/;

/**
 * Does the request ask a product for something that none of its tools does: to pin a message where messages are sent and
 * read? Meaning finds those tools and finds them near; that none of them pins, only the words tell. A product is one of the
 * lexicon, or a source that the request calls by its name.
 * @param products those of the lexicon that it asks for: see `askedProducts`
 * @param ranked the candidates, the best first; of the first, those for a product that the request names are looked at.
 * @returns false where no product or no action is named, or nobody here is for that product.
 */
export function asksUnoffered(
  request: string,
  products: readonly string[],
  ranked: readonly { readonly tool: Tool }[],
): boolean {
  const nearest = ranked.slice(0, NEAREST).map(({ tool }) => tool);
  const named = namedSources(request, new Set(nearest.map(({ source }) => source.name)));
  if (products.length === 0 && named.length === 0) return false;
  const rest = without(request, [
    ...findProducts(request).filter(({ product }) => products.includes(product)),
    ...named,
  ]);
  const actions = firstOf(askedActions(rest));
  const facts = actions.length > 0 ? [] : askedFacts(rest);
  if (actions.length === 0 && facts.length === 0) return false;
  const serving = ownTools(nearest, products, new Set(named.map(({ source }) => source)));
  if (serving.length === 0) return false;
  const texts = serving.map(textsOf);
  if (texts.some(({ name }) => GENERAL.test(name))) return false;
  if (facts.length > 0) return !texts.some((text) => facts.some(({ concept }) => speaksOf(concept, text)));
  const able = texts.filter((text) => actions.some(({ concept }) => offers(concept, text)));
  if (able.length === 0) return true;
  // "Record": what is done is no thing that it is done to.
  const objects = askedObjects(rest).flatMap(({ concept, at }) => (at === actions[0]!.at ? [] : [concept]));
  const whole = actions.every(({ concept }) => WHOLE.has(concept.name));
  return objects.length > 0 && !able.some((text) => isAbout(text, objects, whole));
}

/** Several concepts may share a word. */
function firstOf(mentions: readonly Mention[]): readonly Mention[] {
  return mentions.filter(({ at }) => at === mentions[0]!.at);
}

/** The tools of a product: those that have its name in their own, or else those that speak of it. */
function ownTools(tools: readonly Tool[], products: readonly string[], named: ReadonlySet<string>): readonly Tool[] {
  const own = tools.filter(
    (tool) => named.has(tool.source.name) || products.some((product) => isNamedFor(tool, product)),
  );
  return own.length > 0 ? own : tools.filter((tool) => products.some((product) => mayServe(tool, product)));
}

interface ToolTexts {
  readonly name: string;
  /** What its description says before it says where. */
  readonly lead: string;
  readonly short: string;
  readonly whole: string;
  readonly schema: string;
  /** Its name begins with a verb of reading. */
  readonly reads: boolean;
}

/** Actions that change nothing: what gets and lists may well do them. */
const READING: ReadonlySet<string> = new Set(
  'open download compare translate convert track reply run transcribe audit print play draw snapshot'.split(' '),
);

/** What only reads, by its name, does nothing else, though it speaks of what was "created". */
function offers({ name: action, tool }: Concept, { name, short, schema, reads }: ToolTexts): boolean {
  return tool.test(reads && !READING.has(action) ? name : short) || tool.test(schema);
}

/** Anywhere in what a tool says: a fact may be one of many that it returns. */
function speaksOf({ tool }: Concept, { name, whole, schema }: ToolTexts): boolean {
  return [name, whole, schema].some((text) => tool.test(text));
}

/** Whatever it is that is asked for, it may be one of these. */
const ANYTHING = /\b(?:nodes?|objects?|entit(?:y|ies)|resources?|elements?|assets?)\b/;
/** What is deleted is the last that a name says: `delete_project_status` deletes no project. */
const WHOLE: ReadonlySet<string> = new Set(['delete']);

/** Its name says what a tool acts on; what its description mentions besides is where that lies: "a record from a table". */
function isAbout({ name, lead, short, schema }: ToolTexts, objects: readonly Concept[], whole: boolean): boolean {
  if (ANYTHING.test(name)) return true;
  const { any, head } = objectsOfName(name);
  const text = whole && head !== '' ? head : any ? `${name} . ${lead}` : short;
  return objects.some(({ tool }) => tool.test(text) || tool.test(schema));
}

function textsOf(tool: Tool): ToolTexts {
  const { originalName, title = '', description, inputSchema } = tool;
  const name = partIdentifier(`${originalName} . ${title}`).toLowerCase();
  return {
    name,
    lead: beforePlace(description.slice(0, TELLING).toLowerCase()),
    short: `${name} . ${description.slice(0, TELLING).toLowerCase()}`,
    whole: description.slice(0, READ).toLowerCase(),
    schema: schemaWords(inputSchema),
    reads: operationOf(tool) === 'read',
  };
}
/** Values to choose from: one tool may do much, by a parameter that says what. */
function schemaWords(schema: unknown): string {
  return [
    ...JSON.stringify(schema ?? {})
      .slice(0, SCHEMA)
      .matchAll(/"enum":\[([^\]]*)\]|"const":("[^"]*")/g),
  ]
    .map(([, values, value]) => (values ?? value!).toLowerCase())
    .join(' ');
}

function without(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let rest = '';
  let done = 0;
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start < done) continue;
    rest += `${text.slice(done, start)} `;
    done = end;
  }
  return rest + text.slice(done);
}
