import { createMemoryBackend, type RetrievalBackend } from '../../retrieval/index.ts';
import { estimatingCounter, type TokenCounter } from '../../tokens/index.ts';
import { type Catalog, createCatalog } from '../../tools/index.ts';
import type { ModelChoice } from './ask-model.ts';
import { type BaseSet, baseSet } from './base-set.ts';
import { withinBudget } from './budget.ts';
import { chooseSide, NOT_LOOKED, type SideChoice } from './choose-side.ts';
import { MAX_RECENT_SERVERS } from './constants.ts';
import { completePreselectSettings } from './settings.ts';
import { SharedRequests } from './shared-requests.ts';
import { timeLimit } from './time-limit.ts';
import { readTurn } from './turn-query.ts';
import type {
  PreselectedTool,
  Preselector,
  PreselectorOptions,
  PreselectResult,
  PreselectSettings,
  PreselectTurn,
  SideReport,
  SkipReason,
} from './types.ts';

/**
 * Chooses what a turn starts with: the base set, what earlier turns found, and what this request needs by name, by a
 * search that is sure, or by the judgement of an auxiliary model over a dozen candidates. Tools and skills are chosen
 * side by side; whatever fails, the turn goes on with the rest, and never with everything.
 */
export function createPreselector(options: PreselectorOptions = {}): Preselector {
  const { model, index = createMemoryBackend, counter = estimatingCounter } = options;
  const settings = completePreselectSettings(options);
  const requests = new SharedRequests<ModelChoice>(settings.cacheSize);
  const backends = new WeakMap<Catalog, RetrievalBackend>();
  const backendOf = (catalog: Catalog): RetrievalBackend => {
    let backend = backends.get(catalog);
    if (backend === undefined) {
      backend = index(catalog);
      backends.set(catalog, backend);
    }
    return backend;
  };

  const preselect = async (turn: PreselectTurn): Promise<PreselectResult> => {
    turn.signal?.throwIfAborted();
    const startedAt = performance.now();
    const { tools, skills } = partsOf(turn);
    const { dialogue = [] } = turn;
    const base = baseSet(turn, [tools, skills], counter);
    const recent = recentServers(base);
    const since = () => performance.now() - startedAt;
    const query =
      turn.manual === undefined ? readTurn(turn.message, dialogue) : ({ kind: 'skip', why: 'manual' } as const);
    if (query.kind === 'skip') {
      return toResult(base, { tools: NOT_LOOKED, skills: NOT_LOOKED }, settings, counter, since, query.why);
    }
    const limit = timeLimit(settings.timeoutMs, turn.signal);
    try {
      const side = (name: 'tools' | 'skills', catalog: Catalog): Promise<SideChoice> =>
        chooseSide({
          side: name,
          catalog,
          backend: () => (catalog === turn.catalog && turn.backend !== undefined ? turn.backend : backendOf(catalog)),
          text: query.text,
          context: query.context,
          dialogue,
          isThere: base.has,
          recent,
          scope: turn.scope ?? '',
          model,
          requests,
          settings,
          signal: limit.signal,
        });
      const [ofTools, ofSkills] = await Promise.all([side('tools', tools), side('skills', skills)]);
      turn.signal?.throwIfAborted();
      const empty = [ofTools, ofSkills].every(({ report }) => report.skipped !== undefined);
      const why = empty ? ofTools.report.skipped : undefined;
      return toResult(base, { tools: ofTools, skills: ofSkills }, settings, counter, since, why);
    } finally {
      limit.end();
    }
  };
  return { settings, preselect };
}

/** Of the earlier tools, which come oldest first. */
function recentServers({ entries }: BaseSet): readonly string[] {
  const servers = entries.filter(({ source }) => source === 'earlier').map(({ tool }) => tool.source.name);
  return [...new Set(servers.toReversed())].slice(0, MAX_RECENT_SERVERS);
}

/** Skills may come apart, or among the tools, where their kind tells; those that come apart stand for them. */
function partsOf({ catalog, skills, backend }: PreselectTurn): { readonly tools: Catalog; readonly skills: Catalog } {
  if (backend !== undefined) return { tools: catalog, skills: skills ?? NO_SKILLS };
  let parts = split.get(catalog);
  if (parts === undefined) {
    parts = {
      tools: catalog.narrow(({ kind }) => kind !== 'skill'),
      skills: catalog.narrow(({ kind }) => kind === 'skill'),
    };
    split.set(catalog, parts);
  }
  return skills === undefined ? parts : { tools: parts.tools, skills };
}

const NO_SKILLS = createCatalog([]);
const split = new WeakMap<Catalog, { readonly tools: Catalog; readonly skills: Catalog }>();

function toResult(
  base: BaseSet,
  choices: Readonly<Record<'tools' | 'skills', SideChoice>>,
  { maxTools, maxTokens, maxSkills }: PreselectSettings,
  counter: TokenCounter,
  since: () => number,
  skipped: SkipReason | undefined,
): PreselectResult {
  const ofTools = withinBudget(choices.tools.picked, { maxCount: maxTools, maxTokens, counter });
  const ofSkills = withinBudget(choices.skills.picked, { maxCount: maxSkills, maxTokens, counter });
  const isSkill = ({ tool }: PreselectedTool) => tool.kind === 'skill';
  const tools = [...base.entries.filter((entry) => !isSkill(entry)), ...ofTools.added];
  const report = (choice: SideChoice, leftOut: SideReport['leftOut']): SideReport => ({ ...choice.report, leftOut });
  const sides = { tools: report(choices.tools, ofTools.leftOut), skills: report(choices.skills, ofSkills.leftOut) };
  const sum = (some: readonly PreselectedTool[]) => some.reduce((total, { tokens }) => total + tokens, 0);
  return {
    tools,
    skills: [...base.entries.filter(isSkill), ...ofSkills.added],
    ...(skipped === undefined ? {} : { skipped }),
    sides,
    gone: base.gone,
    tokens: { total: sum(tools), added: sum(tools.filter(({ added }) => added)), exact: counter.exact },
    ms: since(),
    degraded: sides.tools.failure !== undefined || sides.skills.failure !== undefined,
  };
}
