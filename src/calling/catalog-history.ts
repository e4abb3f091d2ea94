import { type Catalog, createReferences, type Tool } from '../tools/index.ts';

/**
 * What one caller was shown before, so that a call of something that has changed or gone can say so. It must only ever
 * be told catalogs of that very caller: it answers with their tools.
 */
export interface CatalogHistory {
  /** Notes the catalog that is shown from now on. */
  remember(catalog: Catalog): void;
  /** The tool that the reference meant in that epoch, where it is another one or gone by now, or has changed. */
  meant(epoch: string, reference: string): Tool | undefined;
  /** A tool of an earlier catalog that the reference meant and that the newest one does not have. */
  gone(reference: string): Tool | undefined;
  /** {@link schemaFingerprint} of the tool as the caller was last shown it, for calls that name no epoch. */
  shownAs?(tool: Tool): string | undefined;
}

export interface CatalogHistoryOptions {
  /** Changes that are remembered. */
  readonly maxChanges?: number;
}

const MAX_CHANGES = 32;

/** One change: the epoch before it, and the tools that are not the same after it, as they were before. */
interface Change {
  readonly epoch: string;
  readonly before: readonly Tool[];
}

/** Keeps only what changed, so that a history of equal catalogs costs nothing. */
export function createCatalogHistory({ maxChanges = MAX_CHANGES }: CatalogHistoryOptions = {}): CatalogHistory {
  const changes: Change[] = [];
  let newest: Catalog | undefined;
  return {
    remember: (catalog) => {
      if (newest !== undefined && newest.epoch !== catalog.epoch) {
        const before = newest.tools.filter((tool) => catalog.byId(tool.id)?.hash !== tool.hash);
        changes.push({ epoch: newest.epoch, before });
        if (changes.length > maxChanges) changes.shift();
      }
      newest = catalog;
    },
    meant: (epoch, reference) => {
      const start = changes.findLastIndex((change) => change.epoch === epoch);
      if (start === -1) return undefined;
      // The first change after it tells what a tool was like in that epoch.
      return changes
        .slice(start)
        .reduce<Tool | undefined>((found, { before }) => found ?? named(before, reference), undefined);
    },
    gone: (reference) => {
      for (const { before } of changes.toReversed()) {
        const tool = named(
          before.filter(({ id }) => newest?.byId(id) === undefined),
          reference,
        );
        if (tool !== undefined) return tool;
      }
      return undefined;
    },
  };
}

function named(tools: readonly Tool[], reference: string): Tool | undefined {
  if (tools.length === 0) return undefined;
  const resolution = createReferences(tools).resolve(reference);
  return resolution.kind === 'found' ? resolution.tool : undefined;
}
