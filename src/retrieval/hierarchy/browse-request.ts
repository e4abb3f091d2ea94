/** A request that asks what there is instead of for something to be done. */
export interface BrowseRequest {
  /** What it asks about, in its own words; empty where it asks about everything. */
  readonly topic: string;
}

/** Whoever asks what there is does so in a sentence. */
const MAX_LENGTH = 160;

/**
 * Reads a request as one to browse: "what can you do with invoices?", "какие есть инструменты?", 有哪些处理发票的工具. A
 * sentence counts only as a whole, so that a task which holds such words stays a task.
 */
export function readBrowseRequest(query: string): BrowseRequest | undefined {
  const text = query.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const sentence = text.replace(END, '').replace(START, '').replaceAll('ё', 'е');
  const { patterns = [] } = BY_SCRIPT.find(({ script }) => script.test(sentence)) ?? {};
  for (const pattern of patterns) {
    const match = pattern.exec(sentence);
    if (match !== null) return { topic: (match.groups?.topic ?? '').trim() };
  }
  return undefined;
}

const END = /[\s?!.…。؟]+$/u;
/** Greetings and the like before the question. */
const START =
  /^(?:[¿¡]|(?:hi|hello|hey|ok|so|please|привет|здравствуйте|скажи|подскажи|а|你好|您好|请问|請問)[\s,!，]+)+/iu;

/**
 * By script, since an expression costs most when it is first used. Every pattern is anchored on both sides; optional parts
 * stand between fixed words, so that a text of that length is soon read.
 */
const BY_SCRIPT: readonly { readonly script: RegExp; readonly patterns: readonly RegExp[] }[] = [
  { script: /[\p{sc=Hiragana}\p{sc=Katakana}]/u, patterns: japanese() },
  { script: /\p{sc=Hangul}/u, patterns: korean() },
  { script: /\p{sc=Han}/u, patterns: chinese() },
  { script: /\p{sc=Cyrillic}/u, patterns: russian() },
  { script: /\p{sc=Latin}/u, patterns: [...english(), ...otherLatin()] },
];

function english(): readonly RegExp[] {
  const about =
    '(?: (?:with|about|for|on|around|regarding|related to|to (?:handle|manage|deal with|work with)) (?<topic>.+))?';
  const owned = '(?:tools?|capabilities|capability|functions|features|servers|integrations|actions|skills)';
  return [
    `what (?:all |else )?(?:can|could) (?:you|i|we|this|it) (?:actually )?(?:do|help(?: me| us)?)(?: here)?${about}`,
    `what (?:are|'re) (?:you|we) (?:capable of|able to do)${about}`,
    `what(?:'s| is) (?:available|possible|here|there|on offer)${about}`,
    `what are your ${owned}${about}`,
    `(?:what|which)(?: (?:kinds?|sorts?|types?) of)? ${owned} (?:are (?:there|available|connected)|exist|do (?:you|we|i) have|can (?:you|i|we) use|have you got)(?: here)?${about}`,
    `(?:what|which)(?: (?:kinds?|sorts?|types?) of)? ${owned} (?:(?:can|could) )?(?:work with|deals? with|handles?|helps? with|manages?|supports?|are (?:there )?for|are about) (?<topic>.+)`,
    `(?:what|which) (?<topic>[^?]{1,60}?) tools (?:are (?:there|available)|do (?:you|we) have|exist|can (?:you|i|we) use)`,
    `(?:do you have|are there|is there|have you got)(?: any(?:thing)?| some| a)?(?: tools?)? (?:for|to work with|to deal with) (?<topic>.+)`,
    `(?:list|show|show me|name|tell me)(?: all)?(?: of)?(?: the| your| my)?(?: available| connected)? ${owned}${about}`,
    `(?:give me )?(?:an )?overview of (?:all )?(?:the |your )?(?:available )?${owned}${about}`,
  ].map(whole);
}

function russian(): readonly RegExp[] {
  const topic = ' (?:с|со|для|по|про|насчет|в|во|о|об|вокруг) (?<topic>.+)';
  const about = `(?:${topic})?`;
  const who = '(?: (?:ты|вы|он|она|мы|я|это|тут|здесь|вообще|еще))*';
  const tools = '(?:инструменты|инструментов|возможности|функции|серверы|средства|тулы|интеграции|умения)';
  return [
    `(?:что|чего|на что)${who} (?:умеешь|умеете|умеет|можешь|можете|может|способен|способна|способны|могу|можем|можно)${who}(?: (?:делать|сделать))?(?:${topic.replace('.+', '.+?')})?(?: (?:делать|сделать))?`,
    `(?:какие|каких)(?: (?:есть|у тебя|у вас|тут|здесь|имеются|доступны))* ${tools}(?: (?:есть|имеются|доступны|у тебя|у вас|тут|здесь))*(?:${topic.replace('.+', '.+?')})?(?: (?:есть|имеются|доступны))?`,
    `какие(?: (?:есть|у тебя есть|у вас есть))? ${tools} (?:умеют |могут )?(?:работают|работать|обрабатывают|обрабатывать|помогают|помогут)${about}`,
    `(?:есть ли|есть|имеются ли)(?: (?:у тебя|у вас))?(?: (?:какие-то|какие-нибудь|какие-либо))?(?: что-нибудь| что-то| инструменты| средства)${topic}`,
    `(?:покажи|перечисли|назови|дай список|покажите|перечислите)(?: мне)?(?: все| всех| список)?(?: доступные| доступных| свои| твои)? ${tools}${about}`,
    `чем(?: ты| вы)? (?:можешь|можете) помочь${about}`,
  ].map(whole);
}

function chinese(): readonly RegExp[] {
  const which = '(?:哪些|什么|什麼|哪几个|哪種|哪种)';
  const tools = '(?:工具|功能|能力|服务|服務|服务器|插件)';
  const you = '(?:你|您|你们|我|我们|这里|這裡|系统)?';
  return [
    `${you}(?:都)?(?:能|会|會|可以|能够)(?:用|对|對|拿|帮我用)?(?<topic>.*?)(?:来)?(?:做|干|幹)(?:些)?(?:什么|什麼|啥|哪些事)(?:事情?|呢)?`,
    `(?<topic>.+?)(?:方面|相关|相關)?(?:的)?(?:事情?)?[，, ]?${you}(?:都)?(?:能|会|會|可以)(?:做|干|幹)(?:些)?(?:什么|什麼|啥)`,
    `${you}(?:都)?(?:会|會)(?:些)?(?:什么|什麼|啥)`,
    `${you}(?:现在|目前)?(?:都)?有${which}(?:可用的?|可以用的)?${tools}(?:可用|可以用)?`,
    `${you}(?:现在|目前)?(?:都)?有${which}(?<topic>.+?)(?:的|用的|相关的|相關的)?${tools}`,
    `${you}有${which}${tools}(?:可以|能|可用于|用于|能够)(?<topic>.+)`,
    `(?:关于|對於|对于|针对|跟|和|与)?(?<topic>.+?)(?:相关|相關|有关|方面)?的?${tools}(?:都)?有${which}`,
    `(?:列出|显示|顯示|介绍|介紹|看看)(?:一下)?(?:所有|全部)?(?:可用)?(?:的)?(?<topic>.{0,20}?)(?:的)?${tools}`,
    `有没有(?:可以|能|用来|用于)?(?<topic>.+?)的${tools}`,
  ].map(whole);
}

function otherLatin(): readonly RegExp[] {
  return [
    // German
    /^was (?:kannst|könnt|können) (?:du|ihr|sie|wir)(?: (?:alles|so))?(?: (?:mit|für|zu) (?<topic>.+?))?(?: (?:tun|machen|anfangen))?$/iu,
    /^welche (?:werkzeuge|tools|funktionen|server) (?:gibt es|hast du|habt ihr|sind verfügbar)(?: (?:für|zu|mit) (?<topic>.+))?$/iu,
    // French
    /^que (?:peux-tu|pouvez-vous|sais-tu|savez-vous) faire(?: (?:avec|pour) (?<topic>.+))?$/iu,
    /^quels (?:sont les )?(?:outils|serveurs)(?: (?:as-tu|avez-vous|existent|disponibles|y a-t-il))?(?: (?:pour|avec) (?<topic>.+))?$/iu,
    // Spanish, Portuguese
    /^qué (?:puedes|podéis|puede|sabes) hacer(?: (?:con|para) (?<topic>.+))?$/iu,
    /^qué herramientas (?:hay|tienes|existen)(?: (?:para|con) (?<topic>.+))?$/iu,
    /^o que (?:você )?(?:pode|consegue|sabe) fazer(?: (?:com|para) (?<topic>.+))?$/iu,
    /^quais (?:são as )?ferramentas(?: (?:existem|há|você tem))?(?: (?:para|com|de) (?<topic>.+))?$/iu,
  ];
}

function japanese(): readonly RegExp[] {
  return [
    /^(?:(?<topic>.+?)(?:で|について|に関して)は?)?(?:何が?|どんなことが)(?:できる|できます)(?:か|の)?$/u,
    /^(?:(?<topic>.+?)(?:の|に関する|を扱う|を処理する))?(?:どんな|どの)?(?:ツール|機能)(?:に|は)(?:何|どんなもの|どのようなもの)が(?:ある|あります)か?$/u,
    /^(?:どんな|どのような)ツールが(?:ある|あります)か?$/u,
  ];
}

function korean(): readonly RegExp[] {
  return [
    /^(?:(?<topic>.+?)(?:으로|로|에 대해) )?(?:무엇을|뭘|뭐를|뭐) 할 수 있(?:어|나|나요|니|습니까|어요)$/u,
    /^(?:(?<topic>.+?) )?(?:관련 )?(?:어떤 )?(?:도구가|도구는|툴이)(?: 뭐가| 어떤 것이| 무엇이)? 있(?:어|나|나요|니|습니까|어요)$/u,
  ];
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'iu');
}
