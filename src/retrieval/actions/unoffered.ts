import type { Tool } from '../../tools/index.ts';
import { partIdentifier } from '../part-identifier.ts';
import { findProducts } from '../products/find-products.ts';
import { isNamedFor, mayServe } from '../products/serves-product.ts';
import { askedActions, askedObjects, type Concept, namesObject } from './actions.ts';

/** Of a description: what a tool does stands at its beginning, what else to know of it comes after. */
const TELLING = 120;
const SCHEMA = 4_000;
/** Tools that are looked at; what does as asked is among the best, if it is there. */
const NEAREST = 30;

/** Tools that do whatever they are told. */
const GENERAL =
  /\b(?:api|http|graphql|rest|raw|sql) (?:request|call|query|mutation|rest|command|endpoint)\b|\b(?:execute|eval|shell|command|script|proxy|management|mutation|playwright|browser|endpoint)\b|\brun (?:code|sql|query|command)|\b(?:make|call|invoke|do) (?:request|api)/;

/**
 * Does the request ask a product for something that none of its tools does: to pin a message where messages are sent and
 * read? Meaning finds those tools and finds them near; that none of them pins, only the words tell.
 * @param products those that it asks for: see `askedProducts`
 * @param ranked the candidates, the best first; of the first, those for a product that the request names are looked at.
 * @returns false where no product or no action is named, or nobody here is for that product.
 */
export function asksUnoffered(
  request: string,
  products: readonly string[],
  ranked: readonly { readonly tool: Tool }[],
): boolean {
  if (products.length === 0) return false;
  const rest = withoutProducts(request, products);
  const [asked] = askedActions(rest);
  if (asked === undefined) return false;
  const serving = ownTools(
    ranked.slice(0, NEAREST).map(({ tool }) => tool),
    products,
  );
  if (serving.length === 0) return false;
  const texts = serving.map(textsOf);
  if (texts.some(({ name }) => GENERAL.test(name))) return false;
  const able = texts.filter((text) => offers(asked.concept, text));
  if (able.length === 0) return true;
  const objects = askedObjects(rest).map(({ concept }) => concept);
  return objects.length > 0 && !able.some((text) => isAbout(text, objects));
}

/** The tools of a product: those that have its name in their own, or else those that speak of it. */
function ownTools(tools: readonly Tool[], products: readonly string[]): readonly Tool[] {
  const serving = tools.filter((tool) => products.some((product) => mayServe(tool, product)));
  const own = serving.filter((tool) => products.some((product) => isNamedFor(tool, product)));
  return own.length > 0 ? own : serving;
}

interface ToolTexts {
  readonly name: string;
  readonly short: string;
  readonly schema: string;
}

function offers({ tool }: Concept, { short, schema }: ToolTexts): boolean {
  return tool.test(short) || tool.test(schema);
}

/** Its name says what a tool acts on; what its description mentions besides is where that lies: "a record from a table". */
function isAbout({ name, short }: ToolTexts, objects: readonly Concept[]): boolean {
  const text = namesObject(name) ? name : short;
  return objects.some(({ tool }) => tool.test(text));
}

function textsOf({ originalName, title = '', description, inputSchema }: Tool): ToolTexts {
  const name = partIdentifier(`${originalName} . ${title}`).toLowerCase();
  return {
    name,
    short: `${name} . ${description.slice(0, TELLING).toLowerCase()}`,
    schema: schemaWords(inputSchema),
  };
}

/** Values to choose from: one tool may do much, by a parameter that says what. */
function schemaWords(schema: unknown): string {
  return [
    ...JSON.stringify(schema ?? {})
      .slice(0, SCHEMA)
      .matchAll(/"enum":\[([^\]]*)\]/g),
  ]
    .map(([, values]) => values!.toLowerCase())
    .join(' ');
}

function withoutProducts(request: string, products: readonly string[]): string {
  let rest = '';
  let done = 0;
  for (const { product, start, end } of findProducts(request)) {
    if (!products.includes(product)) continue;
    rest += `${request.slice(done, start)} `;
    done = end;
  }
  return rest + request.slice(done);
}
