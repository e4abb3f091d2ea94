import type { FilterExpression } from './expression.ts';
import { invalidFilter } from './invalid-filter.ts';

/** Longer is generated, and then it is a list of values that belongs into JSON. */
const MAX_LENGTH = 100_000;
/** Brackets and negations within each other: far more than anybody writes, far less than the stack holds. */
export const MAX_DEPTH = 64;

interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  readonly text: string;
  /** Of its first character, counted from 1. */
  readonly position: number;
}

/**
 * Reads a filter as people write it; `AND` binds closer than `OR`, words of the grammar in any letter case:
 *
 *     or        = and { OR and }
 *     and       = not { AND not }
 *     not       = NOT not | "(" or ")" | condition
 *     condition = tag "=" value | tag "!=" value | tag [ NOT ] IN "(" [ value { "," value } ] ")"
 *
 * Tags and values are words without blanks, brackets, commas, `=`, `!` and leading quotes, or texts in single or double
 * quotes. An empty text grants nothing.
 * @throws ToolscoutError `FILTER_INVALID` that names the position.
 */
export function parseFilterText(text: string): FilterExpression {
  if (text.length > MAX_LENGTH) throw invalidFilter(`The filter is longer than ${MAX_LENGTH} characters.`);
  if (text.trim() === '') return { op: 'none' };
  const tokens = new Tokens(text);
  const expression = readOr(tokens, 0);
  if (tokens.peek().kind !== 'end') throw tokens.unexpected('AND, OR or the end');
  return expression;
}

function readOr(tokens: Tokens, depth: number): FilterExpression {
  return readChain(tokens, 'OR', 'or', () => readAnd(tokens, depth));
}

function readAnd(tokens: Tokens, depth: number): FilterExpression {
  return readChain(tokens, 'AND', 'and', () => readNot(tokens, depth));
}

function readChain(tokens: Tokens, word: string, op: 'and' | 'or', readPart: () => FilterExpression): FilterExpression {
  const parts = [readPart()];
  while (tokens.takeWord(word)) parts.push(readPart());
  return parts.length === 1 ? parts[0]! : { op, parts };
}

function readNot(tokens: Tokens, depth: number): FilterExpression {
  if (depth > MAX_DEPTH) throw tokens.fault(`more than ${MAX_DEPTH} brackets or negations within each other`);
  if (tokens.takeWord('NOT')) return { op: 'not', part: readNot(tokens, depth + 1) };
  if (!tokens.takeSign('(')) return readCondition(tokens);
  const inner = readOr(tokens, depth + 1);
  if (!tokens.takeSign(')')) throw tokens.unexpected('AND, OR or )');
  return inner;
}

function readCondition(tokens: Tokens): FilterExpression {
  if (tokens.isGrammar()) throw tokens.unexpected('a tag');
  const tag = tokens.takeName('a tag');
  if (tokens.takeSign('=')) return { op: 'in', tag, values: [tokens.takeName('a value')] };
  if (tokens.takeSign('!=')) return { op: 'not', part: { op: 'in', tag, values: [tokens.takeName('a value')] } };
  const negated = tokens.takeWord('NOT');
  if (!tokens.takeWord('IN')) throw tokens.unexpected(negated ? 'IN' : '=, !=, IN or NOT IN');
  const condition: FilterExpression = { op: 'in', tag, values: readList(tokens) };
  return negated ? { op: 'not', part: condition } : condition;
}

function readList(tokens: Tokens): readonly string[] {
  if (!tokens.takeSign('(')) throw tokens.unexpected('(');
  const values: string[] = [];
  if (tokens.takeSign(')')) return values;
  do values.push(tokens.takeName('a value'));
  while (tokens.takeSign(','));
  if (!tokens.takeSign(')')) throw tokens.unexpected(', or )');
  return values;
}

/** One sign, one quoted text or one word; the last alternative takes what no filter holds. */
const TOKEN = /\s*(?:(!=|==?|[(),])|"([^"]*)"|'([^']*)'|([^\s()=,!"'][^\s()=,!]*)|(\S))/uy;
const GRAMMAR: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN']);

/** The words of a filter, one after the other. */
class Tokens {
  readonly #text: string;
  #at = 0;
  #next: Token;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  peek(): Token {
    return this.#next;
  }

  /** Takes the next word if it is this one of the grammar. */
  takeWord(word: string): boolean {
    const { kind, text } = this.#next;
    if (kind !== 'word' || text.toUpperCase() !== word) return false;
    this.#next = this.#read();
    return true;
  }

  takeSign(sign: string): boolean {
    const { kind, text } = this.#next;
    if (kind !== 'sign' || text !== sign) return false;
    this.#next = this.#read();
    return true;
  }

  /** A tag or a value. */
  takeName(what: string): string {
    const { kind, text } = this.#next;
    if (kind !== 'word' && kind !== 'text') throw this.unexpected(what);
    this.#next = this.#read();
    return text;
  }

  isGrammar(): boolean {
    return this.#next.kind === 'word' && GRAMMAR.has(this.#next.text.toUpperCase());
  }

  unexpected(wanted: string): Error {
    const { kind, text } = this.#next;
    return this.fault(`expected ${wanted}, found ${kind === 'end' ? 'the end' : JSON.stringify(text.slice(0, 40))}`);
  }

  fault(problem: string): Error {
    const { position } = this.#next;
    return invalidFilter(`The filter cannot be read at position ${position}: ${problem}.`, { details: { position } });
  }

  #read(): Token {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (match === null) return { kind: 'end', text: '', position: this.#text.length + 1 };
    const [all, sign, double, single, word, stray] = match;
    this.#at += all.length;
    const text = sign ?? double ?? single ?? word ?? stray!;
    const quotes = double === undefined && single === undefined ? 0 : 2;
    const position = this.#at - text.length - quotes + 1;
    if (sign !== undefined) return { kind: 'sign', text: sign === '==' ? '=' : sign, position };
    if (stray !== undefined) return { kind: 'sign', text, position };
    return { kind: word === undefined ? 'text' : 'word', text, position };
  }
}
