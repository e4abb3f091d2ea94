import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { Backoff } from './backoff.ts';

/**
 * Revision 2026-07-28 tells of changes only on a stream that the client opens, so it is opened again whenever it ends,
 * until the signal aborts. The notices themselves arrive as they do in the older revisions.
 */
export async function watchList(client: Client, signal: AbortSignal, onMissed: () => void): Promise<void> {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged === true ? { toolsListChanged: true as const } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true as const } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true as const } : {}),
  };
  if (Object.keys(filter).length === 0) return;
  const backoff = new Backoff();
  while (!signal.aborted) {
    try {
      const subscription = await client.listen(filter, { signal });
      // What changed while nobody listened was not announced.
      if (backoff.failures > 0) onMissed();
      backoff.reset();
      await subscription.closed;
    } catch (error) {
      // The server does not offer it after all.
      if (error instanceof ProtocolError) return;
    }
    await sleep(backoff.next(), undefined, { signal, ref: false }).catch(() => {});
  }
}
