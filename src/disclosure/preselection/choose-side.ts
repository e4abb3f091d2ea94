import { errorMessage } from '../../errors.ts';
import type { RetrievalBackend } from '../../retrieval/index.ts';
import { contentHash } from '../../shared/hash.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { askModel, type ModelChoice, toFailure } from './ask-model.ts';
import type { Picked } from './budget.ts';
import { type LocalChoice, searchLocally } from './local-choice.ts';
import { type Question, toQuestion } from './prompt.ts';
import { orAborted, type SharedRequests } from './shared-requests.ts';
import type {
  AuxiliaryModel,
  DialogueMessage,
  ModelReport,
  PreselectSettings,
  PreselectSide,
  SideReport,
} from './types.ts';

/** What one side chose, before the budget. */
export interface SideChoice {
  readonly picked: readonly Picked[];
  readonly report: Omit<SideReport, 'leftOut'>;
}

/** One side of one turn. */
export interface SideTurn {
  readonly side: PreselectSide;
  readonly catalog: Catalog;
  readonly backend: () => RetrievalBackend;
  readonly text: string;
  readonly context: string | undefined;
  readonly dialogue: readonly DialogueMessage[];
  readonly isThere: (tool: Tool) => boolean;
  /** Servers that the conversation used last. */
  readonly recent: readonly string[];
  readonly scope: string;
  readonly model: AuxiliaryModel | undefined;
  readonly requests: SharedRequests<ModelChoice>;
  readonly settings: PreselectSettings;
  /** Raised at the time limit of the turn, or when the turn is given up. */
  readonly signal: AbortSignal;
}

/** Nothing was looked for. */
export const NOT_LOOKED: SideChoice = { picked: [], report: { candidates: [], intents: [] } };

/**
 * Chooses on one side: what is named, what the search is sure of, and for the rest what the model says. Never rejects;
 * whatever fails leaves the choice at what is there without it.
 */
export async function chooseSide(turn: SideTurn): Promise<SideChoice> {
  const { catalog, isThere, settings, model, signal } = turn;
  if (catalog.tools.every(isThere)) {
    return { picked: [], report: { ...NOT_LOOKED.report, skipped: 'nothing-to-choose' } };
  }
  let local: LocalChoice;
  try {
    const { text, context, recent } = turn;
    const search = searchLocally({
      catalog,
      backend: turn.backend(),
      text,
      context,
      limit: settings.candidates,
      isThere,
      recent,
    });
    local = await orAborted(search, signal);
  } catch (error) {
    return { picked: [], report: { ...NOT_LOOKED.report, failure: 'search-failed', error: errorMessage(error) } };
  }
  const pick = (tools: readonly Tool[], source: Picked['source']): Picked[] =>
    tools.filter((tool) => !isThere(tool)).map((tool) => ({ tool, source }));
  const certain = [...pick(local.named, 'exact'), ...pick(local.sure, 'local')];
  const report = { candidates: local.candidates, intents: local.intents };
  if (local.named.length > 0 && local.settled) return { picked: certain, report };
  if (model === undefined) {
    // Nobody judges: a sure hit is right three times of four, and the next few cost less than a search that is missing.
    const guesses = local.unsure.slice(0, Math.max(0, settings.unsure - local.sure.length));
    return { picked: withoutDoubles([...certain, ...pick(guesses, 'local')]), report };
  }
  if (local.settled || local.open.length === 0) return { picked: certain, report };
  const asked = await ask(turn, model, local.open);
  return {
    picked: withoutDoubles([...certain, ...pick(asked.tools, 'model')]),
    report: { ...report, model: asked.model, ...asked.failed },
  };
}

interface Asked {
  readonly tools: readonly Tool[];
  readonly model: ModelReport;
  readonly failed: Pick<SideReport, 'failure' | 'error'>;
}

async function ask(turn: SideTurn, model: AuxiliaryModel, open: readonly Tool[]): Promise<Asked> {
  const { side, text, dialogue, requests, settings, signal } = turn;
  const limit = side === 'tools' ? settings.maxTools : settings.maxSkills;
  const question = toQuestion(side, text, dialogue, open, limit);
  const startedAt = performance.now();
  const facts = () => ({ id: model.id, ms: performance.now() - startedAt, judged: open.length });
  try {
    const { value, how } = await requests.get(
      keyOf(turn, model, question),
      (shared) => askModel(model, question, open, { retries: settings.retries, signal: shared }),
      signal,
    );
    const byId = new Map(open.map((tool) => [tool.id, tool]));
    const { chosen, unknown, attempts, usage } = value;
    return {
      tools: chosen.flatMap((id) => byId.get(id) ?? []),
      model: { ...facts(), how, attempts, unknown, ...(usage === undefined || how !== 'asked' ? {} : { usage }) },
      failed: {},
    };
  } catch (error) {
    const failed = signal.aborted
      ? { failure: 'model-timeout' as const, error: `${model.id} gave no answer within ${settings.timeoutMs} ms.` }
      : toFailure(error);
    return { tools: [], model: { ...facts(), how: 'asked', attempts: 0, unknown: 0 }, failed };
  }
}

/** Two turns share an answer only if the model would be shown the same, for the same rights. */
function keyOf({ catalog, scope }: SideTurn, model: AuxiliaryModel, question: Question): string {
  const { side, message, dialogue, candidates, limit } = question;
  const normalised = message.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  const ids = candidates.map(({ id }) => id);
  return contentHash(JSON.stringify([side, catalog.epoch, scope, model.id, normalised, dialogue, ids, limit]));
}

function withoutDoubles(picked: readonly Picked[]): readonly Picked[] {
  const seen = new Set<Tool>();
  return picked.filter(({ tool }) => {
    if (seen.has(tool)) return false;
    seen.add(tool);
    return true;
  });
}
