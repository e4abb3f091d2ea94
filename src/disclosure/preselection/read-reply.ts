import { readJsonReply } from '../../llm/index.ts';
import { isObject, own } from '../../shared/json.ts';
import { createReferences, type Tool } from '../../tools/index.ts';

/** What a reply chooses. */
export interface ReadReply {
  /** In the order of the reply, each once; only ever tools that were put before the model. */
  readonly tools: readonly Tool[];
  /** Names and numbers that stand for none of them, or for several. */
  readonly unknown: number;
}

/** Entries of a reply that are looked at; whoever sends more repeats the list. */
const MAX_ENTRIES = 200;
const MAX_DEPTH = 4;
const MAX_PROSE = 20_000;

/**
 * Reads a choice from whatever a model replied: JSON with numbers, names or objects, in fences or prose, cut off in the
 * middle, or sentences alone. What it names is looked up among the candidates only, so an invented name, or that of a
 * hidden tool, is nothing but unknown. Undefined where the reply holds no choice at all, not even an empty one.
 */
export function readReply(reply: unknown, candidates: readonly Tool[]): ReadReply | undefined {
  const value = typeof reply === 'string' ? readJsonReply(reply) : reply;
  const entries: (string | number)[] = [];
  const isChoice = (typeof value === 'object' && collect(value, entries, 0)) || typeof value === 'number';
  if (typeof value === 'number') entries.push(value);
  if (isChoice) return lookUp(entries, candidates);
  return typeof reply === 'string' ? readProse(reply.slice(0, MAX_PROSE), candidates) : undefined;
}

const LIST_KEYS: readonly string[] = [
  'chosen',
  'tools',
  'skills',
  'names',
  'numbers',
  'selected',
  'selection',
  'choice',
  'choices',
  'result',
  'results',
  'answer',
];
const ENTRY_KEYS: readonly string[] = ['number', 'name', 'id', 'tool', 'skill', 'index'];

/** Gathers what a value names. False where it is no choice. */
function collect(value: unknown, entries: (string | number)[], depth: number): boolean {
  if (depth > MAX_DEPTH || entries.length >= MAX_ENTRIES) return false;
  if (typeof value === 'string' || typeof value === 'number') {
    entries.push(value);
    return true;
  }
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_ENTRIES)) collect(one, entries, depth + 1);
    return true;
  }
  if (!isObject(value)) return false;
  const lists = LIST_KEYS.filter((key) => Object.hasOwn(value, key) && own(value, key) !== undefined);
  if (lists.length > 0) {
    for (const key of lists) {
      const list = own(value, key);
      if (typeof list === 'string') entries.push(...list.split(/[,;\n]/).map((part) => part.trim()));
      else collect(list, entries, depth + 1);
    }
    return true;
  }
  const entry = ENTRY_KEYS.map((key) => own(value, key)).find((one) => ['string', 'number'].includes(typeof one));
  if (entry !== undefined) return collect(entry, entries, depth + 1);
  const marked = Object.keys(value).filter((key) => value[key] === true);
  entries.push(...marked.slice(0, MAX_ENTRIES));
  return marked.length > 0 || (depth === 0 && Object.keys(value).length === 0);
}

function lookUp(entries: readonly (string | number)[], candidates: readonly Tool[]): ReadReply {
  const find = finder(candidates);
  const tools = new Set<Tool>();
  const unknown = new Set<string>();
  for (const entry of entries) {
    const text = String(entry).trim();
    if (text === '' || NOTHING.test(text)) continue;
    const tool = find(text);
    if (tool === undefined) unknown.add(text);
    else tools.add(tool);
  }
  return { tools: [...tools], unknown: unknown.size };
}

const NOTHING = /^(?:none|nothing|null|n\/a|\[\]|-)[.!]?$/i;

/** By name as it stands, then by number in the list, then by name in any letter case, also in quotes. */
function finder(candidates: readonly Tool[]): (text: string) => Tool | undefined {
  const references = createReferences(candidates);
  const only = (tools: readonly Tool[]) => (tools.length === 1 ? tools[0] : undefined);
  return (text) => {
    const exact = references.resolve(text);
    if (exact.kind === 'found') return exact.tool;
    const number = /^#?(\d{1,3})[.):]?(?:\s|$)/.exec(text)?.[1];
    if (number !== undefined) return candidates[Number(number) - 1];
    return only(references.named(text.replace(/^[`"'\s]+|[`"'\s.,:;]+$/g, '')));
  };
}

/** A part of a sentence that speaks of what is not to be chosen. */
const NEGATION =
  /\b(?:not|no|never|without|except|avoid)\b|n[’']t\b|(?<!\p{L})(?:не|нет|без|кроме)(?!\p{L})|不|没|無/iu;

/**
 * Names in text without JSON. Broken JSON holds them in quotes; sentences hold them as words, where only what cannot be
 * a plain word counts, and not in a sentence that denies something.
 */
function readProse(text: string, candidates: readonly Tool[]): ReadReply | undefined {
  const find = finder(candidates);
  const tools = new Set<Tool>();
  if (/^[\s#\d,;.]+$/.test(text)) return lookUp(text.match(/\d+/g) ?? [], candidates);
  const broken = /[[{]/.test(text);
  for (const sentence of text.split(/\n|(?<=[.!?])\s|(?<=[。！？])/u)) {
    if (NOTHING.test(sentence.trim())) return { tools: [], unknown: 0 };
    if (!broken && NEGATION.test(sentence)) continue;
    const line = /^\s*(?:[-*•]|#?\d{1,3}[.):])?\s*[`"']?([\w.:/-]+)[`"']?\s*(?:$|[:–—-]\s)/u.exec(sentence)?.[1];
    const quoted = [...sentence.matchAll(/[`"'“]([^`"'“”]{1,200})[`"'”]/g)].map((match) => match[1]!);
    const words = sentence.match(/[\p{L}\p{N}_.:/-]+/gu) ?? [];
    const nameLike = words.filter((word) => /\p{L}/u.test(word) && /[_:/.\d]|\p{Ll}\p{Lu}|\p{L}-\p{L}/u.test(word));
    for (const word of [...(line === undefined ? [] : [line]), ...quoted, ...nameLike]) {
      const tool = find(word.replace(/[.:]+$/, ''));
      if (tool !== undefined) tools.add(tool);
    }
    if (broken) {
      const numbers = /[[,]\s*(\d{1,3})(?=\s*[,\]]|\s*$)/g;
      for (const match of sentence.matchAll(numbers)) {
        const tool = candidates[Number(match[1]) - 1];
        if (tool !== undefined) tools.add(tool);
      }
    }
  }
  return tools.size > 0 ? { tools: [...tools], unknown: 0 } : undefined;
}
