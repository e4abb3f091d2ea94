import { analyzeIdentifier, analyzeText } from '../../text/index.ts';
import type { Tool } from '../../tools/index.ts';

/** Words of a purpose, and its length in characters: it stands in prompts, once for each group. */
const MAX_WORDS = 6;
const MAX_LENGTH = 60;
const MAX_WORD_LENGTH = 24;
/** What a tool is for, its description says at the beginning. */
const MAX_READ = 200;
/** A word in a tool's name says more of it than one in its description. */
const NAME_WEIGHT = 2;

/**
 * The words that most tools of a source speak of, most frequent first, as they are written most. Only letters come
 * through, one word at a time, so that no sentence of a tool stands here.
 */
export function purposeOf(server: string, tools: readonly Tool[]): string {
  const words = new Map<string, WordCount>();
  for (const tool of tools) countWords(tool, words);
  const own = new Set(analyzeIdentifier(server));
  // `GitHub` is two words in a text, and none that a reader of `github` needs.
  const name = server.toLowerCase();
  const central = [...words]
    .filter(([term]) => !own.has(term) && !UNTELLING.has(term))
    .sort(([a, first], [b, second]) => second.weight - first.weight || (a < b ? -1 : 1));
  const chosen: string[] = [];
  let length = 0;
  for (const [, { surfaces }] of central) {
    const word = mostFrequent(surfaces);
    // Two terms can be written alike.
    if (word.length > MAX_WORD_LENGTH || chosen.includes(word) || name.includes(word)) continue;
    length += word.length + (chosen.length === 0 ? 0 : 2);
    if (length > MAX_LENGTH) break;
    chosen.push(word);
    if (chosen.length === MAX_WORDS) break;
  }
  return chosen.join(', ');
}

interface WordCount {
  /** Tools that hold it, those with it in their name more. */
  weight: number;
  readonly surfaces: Map<string, number>;
}

function countWords(tool: Tool, words: Map<string, WordCount>): void {
  const inName = surfacesOf(tool.originalName);
  const inText = surfacesOf(`${tool.title ?? ''} ${tool.description.slice(0, MAX_READ)}`);
  for (const [term, surface] of new Map([...inText, ...inName])) {
    let word = words.get(term);
    if (word === undefined) {
      word = { weight: 0, surfaces: new Map() };
      words.set(term, word);
    }
    word.weight += inName.has(term) ? NAME_WEIGHT : 1;
    word.surfaces.set(surface, (word.surfaces.get(surface) ?? 0) + 1);
  }
}

/** Each term of a text with the word that it stands for there. */
function surfacesOf(text: string): Map<string, string> {
  const surfaces = new Map<string, string>();
  for (const [word] of text.matchAll(WORDS)) {
    const surface = word.toLowerCase();
    const terms = analyzeText(surface);
    // In scripts without spaces a run holds many words, and its terms are they.
    if (terms.length === 1 && surface.length > 1) surfaces.set(terms[0]!, surface);
    else for (const term of terms) if (term.length > 1) surfaces.set(term, term);
  }
  return surfaces;
}

/** Parts of `getHTMLPage`, one by one; no digits, which are versions and numbers. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{M}]+/gu;

function mostFrequent(surfaces: ReadonlyMap<string, number>): string {
  return [...surfaces].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))[0]![0];
}

/** Words of tools in general: half of all servers would be told by them. */
const UNTELLING: ReadonlySet<string> = new Set(
  analyzeText(
    `get list create update delete set add remove read write find fetch retrieve search query show return returns
    make made generate manage perform provide support specify specified given using use used uses based via one all
    new current existing available multiple single specific detailed details detail information info data item items
    name names id ids type types value values key keys number string object list lists array json field fields format
    option options parameter parameters input output result results request response tool tools api mcp server servers
    server call calls post put patch endpoint optional required default true false note example only not no
    получить список создать обновить удалить найти инструмент данные возвращает позволяет
    获取 查询 创建 更新 删除 列表 返回 根据 工具 信息 数据 指定 进行 支持 使用 通过`,
  ),
);
