import { type Asking, type Cut, type Language, MASK, wordSet } from './language.ts';

/** Base forms that are hardly ever nouns: after "and", such a word begins another request. */
const CLEAR_VERBS = wordSet(`
accept activate add adjust allow analyse analyze append apply approve ask assign attach authenticate authorize
begin bring browse build buy calculate cancel categorize choose classify clear clone collect combine compare compile
complete compose compress compute configure confirm connect consolidate convert create deactivate decline decode decrypt
delete deliver deploy describe detect determine disable discover dismiss download encode encrypt enable enter erase
evaluate execute expand explain explore extract fetch fill find finish follow gather generate get give go grant identify
implement import inform initialize insert inspect install integrate invite join launch learn let locate
merge modify navigate notify obtain organise organize overwrite parse paste pay perform predict prepare prioritize
proceed provide publish put read recommend redeem refresh register reject remind remove rename render replace
reschedule resize resolve restore retrieve return revert revoke rotate save select sell send shorten simplify solve
specify split submit subscribe suggest summarise summarize take teach tell transcribe translate unblock uninstall
unlock unmute unpin unsubscribe upload validate verify visualise visualize withdraw write
`);

/** Base forms that are nouns or adjectives as well: they count where an object follows. */
const NOUN_VERBS = wordSet(`
access address alert answer approach archive audit back balance ban base benchmark bill block book bookmark box branch
call center change chart chat check clean click close code comment commit contact copy correct count cover crop cut date
debug design display document draft draw drop dump edit email estimate exchange export file filter fix flag focus forecast
fork format forward graph group guide hide highlight host index invoice issue label like limit link list listen lock
log look mail make map mark market match measure message monitor mount move mute name note open order outline pack park
pause pick pin ping plan play plot post preview price print process profile program prompt pull purchase push query
quote raise rank rate record reduce refund release remake rent repair reply report request rerun research reserve reset
restart resume review rewrite route run scale scan schedule score screenshot search set share ship show sign skip sort
stage star start stop store stream study sum switch sync tag talk test text top trace track train transfer trigger trim try
turn tweet type update upgrade use view visit watch work wrap zip
`);

/** What may follow a verb and no noun. */
const OBJECTS = wordSet(`
a an the my our your his her their its this that these those it them me us him all any each every some both another
one two three four five ten what whether if how where who which when everyone everything
`);

/** After a word that is both, these make it a noun: "copy and paste in old editors". */
const NO_OBJECTS = wordSet(', & : and or then also please in of by at from with on is are was');

/** Verb and particle that are no noun with a preposition. */
const PHRASAL =
  /^(?:search for|look (?:for|up|into|at)|turn (?:on|off|up|down)|set up|sign up|log (?:in|out)|check (?:for|on|out|in|with)|switch (?:to|on|off)|reply (?:to|with)|listen to|back up|clean up|open up|talk to|work out|pick up|post (?:to|on)|share with|run through)$/;

const ASKING = wordSet('what how where who when which why whose');
const AUXILIARIES = wordSet(
  'is are was were do does did can could should would will has have much many long far often old tall big soon late',
);
const MODALS = wordSet('can could would will');
const WISHES = wordSet('want need wish require must');
/** Orders about how to do what was asked for. */
const DETAILS = wordSet('consider note ensure include use keep remember avoid focus make be assume thanks thank');
/** "search … and tell me …": the answer to what was asked for, not another thing. */
const ANSWERING = wordSet('tell give show provide let inform return report display send');
const SUBJECTS = wordSet('i we you they he she it who to not');
/** Begin a clause that says when or for what, up to its comma. */
const CONDITIONS = wordSet(
  'if when whenever once after before while since because unless until as although for given based using',
);
/** From here on the verbs are others': what users do, what somebody is to be told. */
const OTHERS_CLAUSE = wordSet('who which that whose where so saying says asking stating reading titled named called');
const MESSAGES = /^(?:remind|tell|ask|advise|instruct|warn)$/;
const NOTES = wordSet('reminder note task todo ticket message instructions instruction script way ways steps able how');

const JOINING = wordSet(
  ', and & then also plus afterwards afterward finally lastly next additionally later please just so',
);
/** A sentence that goes on with one of these asks for more, even without a verb. */
const STRONG = wordSet('then also plus afterwards afterward finally lastly next additionally later');
/** Only English has these, so a text with one of them is English enough. */
const ENGLISH = wordSet(
  "the i i'm my and with for you this to your of please what how find get show send create it them",
);

interface Token {
  readonly text: string;
  readonly lower: string;
  readonly at: number;
  readonly end: number;
}

const TOKENS = new RegExp(`[\\p{L}\\p{N}_$€£#@]+(?:['’\\-./][\\p{L}\\p{N}]+)*|${MASK}+|[,&:]`, 'gu');

/** English: "… and then …", "…, also …", "… and" before a verb of doing. */
export const english: Language = {
  knows: (sentence) => tokensOf(sentence).some(({ lower }) => ENGLISH.has(lower)),
  asks: (sentence) => asking(tokensOf(sentence), /\?\s*$/.test(sentence)),
  cuts: (sentence) => findCuts(tokensOf(sentence)),
  joiners:
    /^(?:(?:and|then|also|plus|afterwards?|finally|lastly|next|additionally|in addition|besides|(?:and )?after (?:that|this)|once (?:that is |that's )?done|second(?:ly)?|third(?:ly)?|to)\b[\s,]*)+/iu,
  pronouns: /\b(?:it|its|them|they|their|this|that|these|those|one|ones|there|result|results)\b/iu,
  objectOf: (part) => {
    const tokens = tokensOf(part);
    const verb = tokens.findIndex(
      (token, i) => CLEAR_VERBS.has(token.lower) || (isVerb(token) && (i === 0 || hasObject(tokens, i))),
    );
    return verb < 0 ? undefined : part.slice(tokens[verb]!.end).trim();
  },
};

function tokensOf(sentence: string): Token[] {
  return Array.from(sentence.matchAll(TOKENS), ({ 0: text, index }) => ({
    text,
    lower: text.toLowerCase().replace('’', "'"),
    at: index,
    end: index + text.length,
  }));
}

function asking(tokens: readonly Token[], question: boolean): Asking {
  const { next: first, strong } = skipJoiners(tokens, 0);
  if (question || strong) return 'outright';
  const opening = tokens[first];
  if (opening === undefined || DETAILS.has(opening.lower)) return 'no';
  if (isVerb(opening) || (beginsRequest(tokens, first) && !isWish(tokens, first))) return 'outright';
  let wishes = isWish(tokens, first) || opening.lower === 'looking';
  for (let i = first + 1; i < tokens.length; i++) {
    const { lower } = tokens[i]!;
    const begins = JOINING.has(tokens[i - 1]!.lower) || tokens[i - 1]!.lower === ':';
    if (
      begins &&
      (MODALS.has(lower) || lower === 'please' ? beginsRequest(tokens, i) : isVerb(tokens[i]!) && hasObject(tokens, i))
    )
      return 'outright';
    wishes ||= WISHES.has(lower) || lower === 'looking';
  }
  return wishes ? 'wish' : 'no';
}

function isWish(tokens: readonly Token[], i: number): boolean {
  return /^(?:i|we|i'd|we'd)$/.test(tokens[i]!.lower);
}

function findCuts(tokens: readonly Token[]): Cut[] {
  const cuts: Cut[] = [];
  let pieceStart = 0;
  let asked = false;
  let inCondition = CONDITIONS.has(tokens[0]?.lower ?? '');
  let others = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (isMessage(tokens, i)) break;
    const joiners = skipJoiners(tokens, i);
    if (joiners.next === i) {
      if (OTHERS_CLAUSE.has(token.lower) && i > pieceStart) others = true;
      if (!inCondition && asksAt(tokens, i)) asked = true;
      if (
        !inCondition &&
        i === pieceStart &&
        (isVerb(token) || ASKING.has(token.lower) || AUXILIARIES.has(token.lower))
      )
        asked = true;
      continue;
    }
    const begins = beginsAfter(tokens, joiners, others);
    if (asked && begins && i > pieceStart && !sharesObject(tokens, i, pieceStart)) {
      cuts.push({ end: tokens[i - 1]!.end, start: tokens[joiners.next]!.at });
      pieceStart = joiners.next;
      others = false;
      asked = true;
    } else if (token.text === ',') {
      // The condition ends here; what comes now is what is asked for.
      if (inCondition) pieceStart = joiners.next;
      inCondition = false;
    }
    i = joiners.next - 1;
  }
  return cuts;
}

interface Joiners {
  readonly next: number;
  readonly comma: boolean;
  readonly and: boolean;
  readonly strong: boolean;
}

/** The run of joining words that begins here. */
function skipJoiners(tokens: readonly Token[], from: number): Joiners {
  let next = from;
  let comma = false;
  let and = false;
  let strong = false;
  while (next < tokens.length) {
    const { lower } = tokens[next]!;
    const following = tokens[next + 1]?.lower;
    if (
      (lower === 'after' && (following === 'that' || following === 'this')) ||
      (lower === 'in' && following === 'addition')
    ) {
      strong = true;
      next += 2;
    } else if (JOINING.has(lower)) {
      comma ||= lower === ',';
      and ||= lower === 'and' || lower === '&' || lower === 'plus';
      strong ||= STRONG.has(lower);
      next++;
    } else break;
  }
  // "and to find", "and immediately send"
  if (and && tokens[next]?.lower === 'to') next++;
  if (next > from && /^\p{Ll}{3,}ly$/u.test(tokens[next]?.text ?? '') && tokens[next]!.text !== 'reply') next++;
  return { next, comma, and, strong };
}

/** Does another request begin after these joining words? */
function beginsAfter(tokens: readonly Token[], { next, and, strong }: Joiners, others: boolean): boolean {
  const token = tokens[next];
  if (token === undefined) return false;
  if (!and && !strong && tokens[next - 1]!.text !== ',') return false;
  if (token.lower !== 'let' && beginsRequest(tokens, next)) return and || strong || MODALS.has(token.lower);
  // In names words have capitals: "Search and Rescue".
  if (token.text !== token.lower || !isVerb(token)) return false;
  const object = tokens[next + 1];
  if (object === undefined) return false;
  if (others) return strong || /^(?:it|them|me|us|him|her)$/.test(object.lower);
  if (strong) return true;
  if (ANSWERING.has(token.lower) && (object.lower === 'me' || object.lower === 'us')) return false;
  return hasObject(tokens, next) || (and && CLEAR_VERBS.has(token.lower) && !NO_OBJECTS.has(object.lower));
}

/** "can you …", "I need …", "what is …": a request whatever the verb. */
function beginsRequest(tokens: readonly Token[], i: number): boolean {
  const first = tokens[i]?.lower ?? '';
  const second = tokens[i + 1]?.lower ?? '';
  if (MODALS.has(first)) return second === 'you' || second === 'i' || second === 'we';
  if (first === 'i' || first === 'we')
    return WISHES.has(second) || (second === 'would' && tokens[i + 2]?.lower === 'like');
  if (first === "i'd" || first === "we'd") return second === 'like' || second === 'love';
  if (first === "what's" || first === "who's" || first === "where's" || first === "how's") return true;
  if (first === 'let' || first === 'help') return second === 'me' || second === 'us';
  return ASKING.has(first) && AUXILIARIES.has(second);
}

/** Is something asked for at this word, wherever in the sentence it stands? */
function asksAt(tokens: readonly Token[], i: number): boolean {
  const { lower } = tokens[i]!;
  if (beginsRequest(tokens, i)) return true;
  if (WISHES.has(lower) || lower === 'looking') return true;
  const before = tokens[i - 1]?.lower;
  if (before !== undefined && before !== 'to' && before !== 'you' && SUBJECTS.has(before)) return false;
  return CLEAR_VERBS.has(lower) || (NOUN_VERBS.has(lower) && hasObject(tokens, i));
}

function isVerb({ lower }: Token): boolean {
  return CLEAR_VERBS.has(lower) || NOUN_VERBS.has(lower);
}

function hasObject(tokens: readonly Token[], verb: number): boolean {
  const object = tokens[verb + 1];
  if (object === undefined) return false;
  if (OBJECTS.has(object.lower) || object.text.startsWith(MASK) || /^[\d#@$€£]/.test(object.text)) return true;
  return PHRASAL.test(`${tokens[verb]!.lower} ${object.lower}`);
}

/** "create, read and delete files": the verb before the joining word has no object of its own yet. */
function sharesObject(tokens: readonly Token[], joiner: number, pieceStart: number): boolean {
  const before = tokens[joiner - 1];
  if (before === undefined || !isVerb(before)) return false;
  const earlier = tokens[joiner - 2]?.lower;
  return (
    joiner - 1 === pieceStart ||
    earlier === undefined ||
    JOINING.has(earlier) ||
    earlier === 'to' ||
    CLEAR_VERBS.has(before.lower)
  );
}

/** "remind me to …", "a script to …", "how to …": what follows is what it is about. */
function isMessage(tokens: readonly Token[], i: number): boolean {
  const { lower } = tokens[i]!;
  const next = tokens[i + 1]?.lower;
  if (lower === 'saying' || lower === 'stating') return true;
  if (NOTES.has(lower)) return next === 'to' || (lower === 'how' && (next === 'do' || next === 'can'));
  return MESSAGES.test(lower) && (tokens[i + 2]?.lower === 'to' || tokens[i + 3]?.lower === 'to');
}
