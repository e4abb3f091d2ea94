import { buildOpenSearchIndex, deleteOpenSearchIndex } from '../../backends/index.ts';
import type { ToolEntry } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { openCluster } from './cluster.ts';
import { openIndexModels } from './index-models.ts';
import { type OpenIndex, type OpenIndexOptions, openIndexBackend } from './open-index.ts';

/** Puts tools into an index of their own in a cluster, which is deleted when it is closed. */
export async function openTemporaryIndex(
  entries: readonly ToolEntry[],
  options: OpenIndexOptions,
  onTools: (tools: number) => void,
  io: CliIo,
): Promise<OpenIndex> {
  const name = `toolscout-${process.pid}-${Date.now()}`;
  const cluster = await openCluster(options, io);
  const remove = async (): Promise<void> => {
    await deleteOpenSearchIndex(cluster, name);
    await cluster.close();
  };
  async function* rows() {
    for (const entry of entries) yield { entry };
  }
  const { config, tier } = options;
  try {
    const models = await openIndexModels(
      { ...(config === undefined ? {} : { config }), ...(tier === 'lexical' ? { tier } : {}) },
      io,
    );
    await buildOpenSearchIndex(cluster, name, rows(), { embedder: models.embedder, replicas: 0, onTools });
    models.close();
    const open = await openIndexBackend(name, options, io);
    return {
      ...open,
      close: async () => {
        await open.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
