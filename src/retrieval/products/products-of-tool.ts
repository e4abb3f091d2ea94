import type { Tool } from '../../tools/index.ts';
import { foldName } from './characters.ts';
import { findProducts } from './find-products.ts';
import { type Lexicon, type Name, productLexicon, stepTo } from './lexicon.ts';

/** What comes later in a description is detail, and often names other people's products as examples. */
const MAX_DESCRIPTION = 600;

/** Words of server names that say nothing of the product. */
const SERVER_WORDS = new Set(['mcp', 'server', 'api', 'official', 'tools', 'tool', 'client', 'app', 'bot', 'cloud']);

/** `HTTPServer`, `createIssue`: where a capital begins another word. */
const CAMEL_WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;

const memory = new WeakMap<Tool, ReadonlySet<string>>();

/** Products that a tool serves, by the name of its server, its own name and title and the beginning of its description. */
export function productsOfTool(tool: Tool): ReadonlySet<string> {
  let products = memory.get(tool);
  if (products === undefined) {
    products = readTool(tool);
    memory.set(tool, products);
  }
  return products;
}

function readTool(tool: Tool): ReadonlySet<string> {
  const lexicon = productLexicon();
  const products = new Set<string>();
  const description = tool.description.slice(0, MAX_DESCRIPTION);
  const server = identifierWords(tool.source.name);
  const bare = server.filter((word) => !SERVER_WORDS.has(word));
  for (const { name, first, length } of namesIn(lexicon, server)) {
    const whole = length >= bare.length && server[first] === bare[0];
    if (name.mark === '' || name.mark === '*' || whole) add(products, lexicon, name);
  }
  const words = identifierWords(tool.originalName);
  for (const { name, first, length } of namesIn(lexicon, words)) {
    const leads = name.mark === '*' && first === 0 && length < words.length;
    if (name.mark === '' || (leads && hasCapital(description, words[0]!))) add(products, lexicon, name);
  }
  for (const run of [tool.source.name, tool.originalName]) {
    for (const word of joinedWords(run)) {
      const name = lexicon.root.next?.get(word)?.name;
      if (name?.mark === '' && name.exact === undefined) add(products, lexicon, name);
    }
  }
  // Titles have capitals everywhere, so theirs prove nothing.
  for (const { product } of findProducts((tool.title ?? '').toLowerCase())) products.add(product);
  for (const { product } of findProducts(description)) products.add(product);
  return products;
}

function add(products: Set<string>, lexicon: Lexicon, name: Name): void {
  if (name.product >= 0) products.add(lexicon.ids[name.product]!);
}

/** Words of a name as programs write them, folded. */
function identifierWords(name: string): string[] {
  return foldedWords(name.replace(CAMEL_WORDS, '$& '));
}

/** Neighbouring words of one run without separators, put together: `gitHub` of `createGitHubIssue`. */
function joinedWords(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).flatMap((run) => {
    const words = run.match(CAMEL_WORDS) ?? [];
    return words.length < 2 ? [] : [run, ...words.slice(1).map((word, index) => words[index]! + word)].map(foldName);
  });
}

function foldedWords(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldName);
}

/** The longest names in a row of words, from left to right. */
function namesIn(lexicon: Lexicon, words: readonly string[]): { name: Name; first: number; length: number }[] {
  const found: { name: Name; first: number; length: number }[] = [];
  for (let first = 0; first < words.length; ) {
    let best: { name: Name; length: number } | undefined;
    let node = stepTo(lexicon.root, words[first]!);
    for (let length = 1; node !== undefined; length++) {
      if (node.name !== undefined && (length > 1 || node.name.exact === undefined)) best = { name: node.name, length };
      const next = words[first + length];
      node = next === undefined ? undefined : stepTo(node, next);
    }
    if (best !== undefined) found.push({ ...best, first });
    first += best?.length ?? 1;
  }
  return found;
}

/** Is the word in the text with a capital, wherever it stands? */
function hasCapital(text: string, word: string): boolean {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(`(?<!\\p{L})(?:${capital}|${word.toUpperCase()})(?!\\p{L})`, 'u').test(text);
}
