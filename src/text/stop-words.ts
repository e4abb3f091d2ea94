/**
 * Words that carry grammar and no topic. Only closed classes are here: articles, pronouns, determiners, prepositions,
 * conjunctions, auxiliary and modal verbs, question words, particles. Verbs of doing (get, list, find, show; найти,
 * показать; 查询, 创建) are what tools are told apart by and stay. So do "like" and "help", which name tools, "all", "not"
 * and "no", phrasal particles (log out, turn off), words of time and numbers. Forms are folded, hence no ё.
 */

/** The scraps in the last line are what apostrophes and ordinals leave behind: user's, don't, 20th. */
const ENGLISH = `
a an the this that these those some any such each both same
i me my mine myself we us our ours ourselves you your yours yourself he him his she her hers it its itself
they them their theirs who whom whose which what where when why how
am is are was were be been being do does did has have had having
will would shall should can could may might must need want
of to in on at by for from with into onto as about than
and or but if then so because while also too very just here there please
s t d m ll re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven st nd rd th
`;

const RUSSIAN = `
я мне меня мной мы нам нас нами ты тебе тебя вы вам вас вами он его ему им она ее ей оно они их ним ними них
мой моя мое мои моего моей моих моем моему мою наш наша наше наши нашего нашей наших ваш ваша ваше ваши твой твоя
этот эта это эти этого этой этих этом эту тот та то те того той тех том ту такой такая такие себя себе свой свою свои
кто что чего чем кого кому какой какая какое какие каких какую где куда откуда когда почему зачем как
в во на с со к ко о об обо от до из у за по под над при про для без через между
и или но а да же ли бы если чтобы чтоб так уже еще вот там тут ведь
есть быть был была было были будет будут мочь могу можешь может можете можно нужно надо хочу хотел хотела пожалуйста
`;

/** As the dictionary cuts them: 我想 ("I want to") is one word to it. 请 and 帮 open requests and belong to no tool. */
const CHINESE = `
的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 个 一个 一些
我 你 您 他 她 它 我们 你们 您们 他们 它们 自己 我的 你的 我在 我有
这 那 这个 那个 这些 那些 什么 哪 哪个 哪些 谁 怎么 怎样 如何 为什么
是 在 有 和 与 及 或 或者 以及 并 并且 而 但 但是 因为 所以 如果 然后 同时 就 也 还 都
把 被 对 从 到 向 给 为 于 以 之 其 该 将 为我
请 请问 帮 帮我 一下 能 能否 可以 可 会 想 想要 要 需要 我想 我要
`;

/** Particles, copulas and the endings that the dictionary cuts off verbs. */
const JAPANESE = `
の を に は が で と も へ や か ね よ から まで より など
です ます でし まし だ た て し する さ れ せ い ください くだ さい
この その あの これ それ あれ ここ そこ 何 どの どう 私
`;

const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${RUSSIAN} ${CHINESE} ${JAPANESE}`.trim().split(/\s+/));

/** Is this folded, unstemmed word one that prose is searched without? */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
