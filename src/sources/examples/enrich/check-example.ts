import { sanitizeText, singleLine, type Tool } from '../../../tools/index.ts';
import { fitsLanguage } from './languages.ts';

/** Shortest request worth indexing, and the longest: beyond it a model has begun to explain. In characters. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 200;

/** What an example is checked against. */
export interface ExampleContext {
  readonly tool: Tool;
  readonly language: string;
  /** Of the fence around the tool's texts in the prompt. */
  readonly boundary: string;
  /** Examples that the tool has already. */
  readonly taken: readonly string[];
}

/** The example as it may be written, or why it may not. Reasons hold no word of the example: they go into a prompt. */
export type CheckedExample = { readonly text: string } | { readonly reason: string };

/** Addresses of any kind: a request for a tool needs none, and an index of them would be an advertisement. */
const ADDRESS = /:\/\/|\bwww\.|\bmailto:|\S@\S+\.\w/i;
/** Two words with a dot between them and no blank: a host, unless the second is an ending of files or software. */
const HOST = /[\p{L}\p{N}]\.(\p{L}[\p{L}\p{N}]+)/gu;
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  'bak bmp bz2 c cfg conf cpp cs css csv db doc docx env epub exe gif git go gz h heic htm html ics ini ipynb iso java jpeg jpg js json jsonl jsx kt log lock m4a md mkv mov mp3 mp4 odt ogg parquet pdf php png ppt pptx psd ps1 py rar rb rs rst rtf sh sql sqlite svg tar tex toml ts tsv tsx txt vue wav webm webp xls xlsx xml yaml yml zip'.split(
    ' ',
  ),
);

/** Code, markup, templates and control tokens of models. */
const CODE = /[`{}<>]|\[\/?\w+\]|\|\w+\||\$\(|\\[nux]/;

/** Words to an assistant about itself or its rules, not about a task. Only what is hardly ever asked of a tool. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|above|prior|earlier|instructions?|prompts?|rules?)\b/i,
  /\b(?:system|developer) (?:prompt|message)\b|^\s*(?:system|assistant|user)\s*:/i,
  /\byou (?:are now|must|should|have to|will now)\b/i,
  /\b(?:always|only|never|must|instead)\b.{0,20}\b(?:use|call|choose|prefer|select|invoke|pick)\b.{0,20}\b(?:tools?|functions?|servers?)\b/i,
  /(?:игнорир|забудь|не обращай внимания).{0,40}(?:инструкц|указани|правил|предыдущ)|системн\S+ (?:промпт|сообщени)/i,
  /(?:всегда|только|обязательно).{0,20}(?:использу|вызыва|выбира).{0,20}(?:инструмент|функци|сервер)/i,
  /(?:忽略|无视|忘记|忘掉).{0,20}(?:指令|指示|规则|提示|以上|之前)|系统提示|(?:必须|总是|始终|只能).{0,10}(?:使用|调用|选择).{0,10}(?:工具|函数)/,
];

/**
 * Checks one example that a model wrote for a tool of somebody else's. How much is lost where nobody means harm: of the
 * 9,956 requests of the shipped pack, in three languages, 97 fail, 84 of them for an address.
 */
export function checkExample(value: unknown, context: ExampleContext): CheckedExample {
  const { tool, language, boundary, taken } = context;
  if (typeof value !== 'string') return { reason: 'not a text' };
  const { text: safe, hidden } = sanitizeText(value, 10 * MAX_LENGTH);
  if (hidden > 0) return { reason: 'hidden characters' };
  if (safe.trim().includes('\n')) return { reason: 'more than one line' };
  const text = unquoted(singleLine(safe));
  if (text.length < MIN_LENGTH) return { reason: 'too short' };
  if (text.length > MAX_LENGTH) return { reason: `longer than ${MAX_LENGTH} characters` };
  if (text.includes(boundary)) return { reason: 'repeats the marks of the prompt' };
  if (ADDRESS.test(text) || namesHost(text)) return { reason: 'holds an address' };
  if (CODE.test(text)) return { reason: 'holds code or markup' };
  if (INSTRUCTIONS.some((pattern) => pattern.test(text))) return { reason: 'gives instructions to an assistant' };
  if (!fitsLanguage(text, language)) return { reason: `not in the script of ${language}` };
  if (repeatsName(text, tool)) return { reason: 'repeats the name of the tool' };
  const folded = fold(text);
  // What stands there is indexed already; and what a description dictates is not what people ask.
  if (fold(`${tool.title ?? ''} ${tool.description}`).includes(folded)) return { reason: 'repeats the description' };
  if (taken.some((one) => fold(one) === folded)) return { reason: 'twice the same' };
  return { text };
}

function namesHost(text: string): boolean {
  return [...text.matchAll(HOST)].some(([, ending]) => !FILE_ENDINGS.has(ending!.toLowerCase()));
}

/** Models put examples into quotation marks and numbers in front of them. */
function unquoted(text: string): string {
  const bare = text.replace(/^(?:\d{1,2}[.)]|[-*•])\s+/, '');
  return /^(?:".*"|'.*'|“.*”|«.*»|「.*」)$/.test(bare) ? bare.slice(1, -1).trim() : bare;
}

/**
 * Does a text say the name as it is written (`create_issue`, where nobody would write that by chance), or nothing but
 * the words of the name and the server? Such an example adds nothing to what is indexed anyway.
 */
function repeatsName(text: string, { originalName, title = '', source }: Tool): boolean {
  const isIdentifier = /[_.:/-]|\p{Ll}\p{Lu}/u.test(originalName);
  if (isIdentifier && text.toLowerCase().includes(originalName.toLowerCase())) return true;
  const names = `${originalName} ${title} ${source.name}`;
  const known = new Set([...words(names), ...words(names.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))]);
  return words(text).every((word) => known.has(word) || FILLERS.has(word));
}

const FILLERS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'please',
  'me',
  'my',
  'with',
  'in',
  'on',
  'to',
  'of',
  'for',
]);

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function fold(text: string): string {
  return words(text.normalize('NFKC')).join(' ');
}
