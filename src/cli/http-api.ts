import { createAuxiliaryModel, createPreselector, type Preselector } from '../disclosure/index.ts';
import type { Embedder } from '../engine/index.ts';
import {
  createHttpApiDoor,
  type Door,
  type Gateway,
  type HttpApiOptions,
  type LoadedConfig,
} from '../gateway/index.ts';
import { createLanguageModel } from '../llm/index.ts';
import { createMemoryBackend } from '../retrieval/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import type { CliIo } from './io.ts';
import { openLog } from './open-tools.ts';
import { openSkills } from './skills.ts';

/** Calls of a gateway that wait for consent, as the HTTP API decides on them. */
export function approvalsOf(gateway: Gateway): NonNullable<HttpApiOptions['approvals']> {
  return {
    pending: (viewer) => gateway.pendingApprovals(viewer),
    decide: (id, answer) => gateway.decideApproval(id, answer),
    decideElsewhere: (id, answer) => gateway.decideElsewhere(id, answer),
  };
}

/** The HTTP API over what is served, as the configuration has its models. */
export async function openHttpApi(
  approvals: HttpApiOptions['approvals'],
  config: Pick<LoadedConfig, 'preselect' | 'llm'>,
  embedder: Embedder | undefined,
  io: CliIo,
): Promise<Door> {
  const skills = await openSkills(config.preselect.skills, io);
  let opened: Promise<Preselector> | undefined;
  return createHttpApiDoor({
    log: openLog(io, 'error'),
    preselection: {
      open: () => {
        opened ??= openPreselector(config, embedder, io);
        return opened;
      },
      skills,
    },
    ...(approvals === undefined ? {} : { approvals }),
  });
}

async function openPreselector(
  { preselect, llm }: Pick<LoadedConfig, 'preselect' | 'llm'>,
  embedder: Embedder | undefined,
  { environment }: CliIo,
): Promise<Preselector> {
  // Asking a model costs money, so it is asked where the section says so, and not wherever a model is configured.
  const asked = preselect.enabled ? llm : undefined;
  return createPreselector({
    ...preselect.settings,
    counter: await loadTokenCounter(),
    index: (catalog) => createMemoryBackend(catalog, embedder === undefined ? {} : { embedder }),
    ...(asked === undefined ? {} : { model: createAuxiliaryModel(createLanguageModel(asked, environment.env)) }),
  });
}
