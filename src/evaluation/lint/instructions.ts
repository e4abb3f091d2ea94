import { truncate } from '../../shared/truncate.ts';
import { sanitizeText, singleLine, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding, type Severity } from './finding.ts';
import { toolTexts } from './tool-texts.ts';

/** A way in which a text speaks to the model instead of telling what the tool does. */
interface Pattern {
  readonly what: string;
  readonly severity: Severity;
  readonly pattern: RegExp;
}

/**
 * What published attacks on tool descriptions are made of ("tool poisoning"). Words alone do not prove an attack, and an
 * attack can do without them: this finds the known kind and proves nothing about the rest.
 */
const PATTERNS: readonly Pattern[] = [
  {
    what: 'tells the model to forget its instructions',
    severity: 'error',
    pattern:
      /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|other|system|all)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|messages|directions)\b/iu,
  },
  {
    what: 'tells the model to forget its instructions',
    severity: 'error',
    pattern:
      /(?:игнорируй|забудь|не\s+обращай\s+внимания\s+на)[^.\n]{0,40}(?:инструкци|указани|правил)|(?:忽略|无视|忘记)[^。\n]{0,20}(?:指令|提示|指示|规则)/iu,
  },
  {
    what: 'tells the model to hide something from the user',
    severity: 'error',
    pattern:
      /\b(?:do\s+not|don['’]t|never|without)\s+(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|show(?:ing)?|notify(?:ing)?|warn(?:ing)?)\b[^.\n]{0,40}\b(?:users?|anyone|human|person)\b/iu,
  },
  {
    what: 'tells the model to hide something from the user',
    severity: 'error',
    pattern:
      /не\s+(?:говори|сообщай|упоминай|показывай)[^.\n]{0,30}пользовател|(?:不要|请勿|别)(?:告诉|告知|提醒|透露)[^。\n]{0,10}用户/iu,
  },
  {
    what: 'holds the marks of a prompt',
    severity: 'error',
    pattern:
      /<\|?(?:im_start|im_end|endoftext)\|?>|\[\/?INST\]|<(important|system|instructions?|secret|hidden)>[\s\S]{1,2000}?<\/\1>/iu,
  },
  {
    what: 'wants files that hold secrets to be read',
    severity: 'error',
    // Sentences that say such files are refused, and public keys, are what honest tools write.
    pattern:
      /(?<![^.\n]{0,80}\b(?:reject\w*|refus\w*|forbid\w*|block\w*|not\s+allowed|never)\b)\b(?:read|open|cat|load|include|pass|send|contents?\s+of)\b[^.\n]{0,80}?(?:~\/|\/|\s)\.?(?:\.ssh\/|\.aws\/|\.gnupg\/|\.netrc\b|\.npmrc\b|id_rsa\b(?!\.pub)|etc\/(?:passwd|shadow)\b|\.cursor\/mcp\.json|claude_desktop_config\.json)(?!id_\w+\.pub)/iu,
  },
  {
    what: 'wants the conversation or its context as an argument',
    severity: 'error',
    pattern:
      /\b(?:pass|include|provide|put|send|append)\b[^.\n]{0,60}\b(?:system\s+prompt|full\s+conversation|conversation\s+history|chat\s+history|all\s+previous\s+messages)\b/iu,
  },
  {
    what: 'claims to come before other tools',
    severity: 'warning',
    pattern:
      /\b(?:always|must)\s+(?:use|call|invoke|prefer)\s+this\s+tool\b|\b(?:this\s+tool|it)\s+must\s+(?:always\s+)?be\s+(?:called|used|invoked)\s+(?:first|before)\b|\b(?:before|instead\s+of)\s+(?:using|calling)\s+any\s+other\s+tools?\b/iu,
  },
  {
    what: 'tells the model what to do elsewhere',
    severity: 'warning',
    pattern:
      /\b(?:after|before)\s+(?:every|each|any)\s+(?:message|response|reply|tool\s+call|conversation)\b[^.\n]{0,60}\b(?:call|use|send|run)\b/iu,
  },
];

const MAX_READ = 100_000;
const MAX_QUOTE = 160;

/** Texts that speak to the model. What is hidden between the letters is taken out first, so that it hides nothing. */
export function instructionsToModel(tool: Tool): readonly LintFinding[] {
  const found = new Map<string, LintFinding>();
  for (const { place, text } of toolTexts(tool)) {
    const clean = sanitizeText(text.slice(0, MAX_READ), MAX_READ).text.normalize('NFKC');
    for (const { what, severity, pattern } of PATTERNS) {
      const match = pattern.exec(clean);
      // One finding of a kind says enough of a tool.
      if (match === null || found.has(what)) continue;
      const from = Math.max(0, match.index - 30);
      const quote = truncate(singleLine(clean.slice(from, from + 2 * MAX_QUOTE)), MAX_QUOTE);
      found.set(
        what,
        finding('instructions-to-model', severity, [tool.id], `${tool.id} ${what}, in ${place}.`, { quote }),
      );
    }
  }
  return [...found.values()];
}
