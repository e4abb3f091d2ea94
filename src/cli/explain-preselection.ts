import {
  createAuxiliaryModel,
  createPreselector,
  type PreselectResult,
  type PreselectSide,
  type SideReport,
} from '../disclosure/index.ts';
import { DEFAULT_SEARCH } from '../gateway/index.ts';
import { createLanguageModel } from '../llm/index.ts';
import { createMemoryBackend } from '../retrieval/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, count, displayWidth, pad, wrap } from './layout.ts';
import type { OpenTools } from './open-tools.ts';
import { openSearchModels } from './search-models.ts';
import { openSkills } from './skills.ts';

/**
 * What a turn with this message would start with, and why. Asks the model of the section `llm` where there is one, as
 * the turn would.
 */
export async function explainPreselection(
  { catalog, config }: OpenTools,
  message: string,
  json: boolean,
  io: CliIo,
): Promise<number> {
  const models = openSearchModels(config?.search ?? DEFAULT_SEARCH, io);
  try {
    const { embedder } = models;
    const preselector = createPreselector({
      ...config?.preselect.settings,
      counter: await loadTokenCounter(),
      index: (one) => createMemoryBackend(one, embedder === undefined ? {} : { embedder }),
      ...(config?.llm === undefined
        ? {}
        : { model: createAuxiliaryModel(createLanguageModel(config.llm, io.environment.env)) }),
    });
    const skills = await openSkills(config?.preselect.skills ?? [], io);
    const result = await preselector.preselect({ message, catalog, ...(skills === undefined ? {} : { skills }) });
    if (json) printJson(io, toJson(result, config?.preselect.enabled ?? false));
    else for (const line of linesOf(result, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
    return EXIT.done;
  } finally {
    models.close();
  }
}

function toJson(result: PreselectResult, enabled: boolean): Record<string, unknown> {
  const { tools, skills, skipped, sides, tokens, ms, degraded } = result;
  const chosen = (some: PreselectResult['tools']) =>
    some.map(({ tool, source, tokens: cost, added }) => ({ id: tool.id, source, tokens: cost, added }));
  const side = ({ candidates, leftOut, ...facts }: SideReport) => ({
    ...facts,
    candidates: candidates.map(({ id }) => id),
    leftOut: leftOut.map(({ tool, why }) => ({ id: tool.id, why })),
  });
  return {
    enabled,
    tools: chosen(tools),
    skills: chosen(skills),
    ...(skipped === undefined ? {} : { skipped }),
    sides: { tools: side(sides.tools), skills: side(sides.skills) },
    tokens,
    ms: Math.round(ms),
    degraded,
  };
}

const SOURCES: Readonly<Record<PreselectResult['tools'][number]['source'], string>> = {
  resident: 'always there',
  manual: 'chosen by hand',
  exact: 'named in the request',
  earlier: 'from an earlier turn',
  local: 'found by the search',
  model: 'chosen by the model',
};

function linesOf(result: PreselectResult, columns: number): string[] {
  const { tools, skills, skipped, sides, tokens, ms } = result;
  const verdict =
    skipped === undefined
      ? `${tools.length} tools and ${skills.length} skills, ${count(tokens.total)} tokens, in ${count(Math.round(ms))} ms.`
      : `Nothing is chosen for this turn: ${skipped}.`;
  const longest = Math.max(0, ...[...tools, ...skills].map(({ tool }) => displayWidth(tool.name)));
  const width = Math.min(longest, columns - 12 - Math.max(...Object.values(SOURCES).map((text) => text.length)));
  const rows = [...tools, ...skills].map(
    ({ tool, source, tokens: cost }) =>
      `  ${pad(clip(tool.name, width), width)}  ${count(cost).padStart(6)}  ${SOURCES[source]}`,
  );
  const more = (['tools', 'skills'] as const).flatMap((side) => sideLines(side, sides[side]));
  return [...wrap(verdict, columns), ...rows, ...more.flatMap((line) => wrap(line, columns))];
}

function sideLines(side: PreselectSide, { candidates, intents, model, failure, error, leftOut }: SideReport): string[] {
  const lines: string[] = [];
  if (intents.length > 1) lines.push(`Parts of the request: ${intents.map((text) => `"${text}"`).join(', ')}.`);
  if (candidates.length > 0) lines.push(`Candidates (${side}): ${candidates.map(({ name }) => name).join(', ')}.`);
  if (model !== undefined) {
    lines.push(`${model.id} judged ${model.judged} of them in ${count(Math.round(model.ms))} ms (${model.how}).`);
  }
  if (failure !== undefined) lines.push(`Failed (${side}): ${failure}, ${error ?? ''}`);
  if (leftOut.length > 0) lines.push(`Beyond the budget: ${leftOut.map(({ tool }) => tool.name).join(', ')}.`);
  return lines;
}
