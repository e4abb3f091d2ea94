import { join } from 'node:path';
import { describe } from 'vitest';
import { buildToolIndex, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { serveRemoteIndex } from '../../src/cli/tool-index/serve-cluster.ts';
import { openServedIndex } from '../../src/cli/tool-index/serve-index.ts';
import { loadConfig } from '../../src/gateway/index.ts';
import { createRemoteBackend } from '../../src/retrieval/index.ts';
import { createTestRemoteIndex } from '../../src/retrieval/indexed/test-remote-index.ts';
import { testIndexTenants } from './index-tenants.ts';

const embedder = createBuiltInEmbedder();

describe('a tenant of one index on disk', () => {
  testIndexTenants(async (entries, io) => {
    await buildToolIndex(
      join(io.environment.cwd, 'ix'),
      (async function* () {
        for (const entry of entries) yield { entry };
      })(),
      { embedder },
    );
    return openServedIndex({ index: 'ix', config: 'toolscout.json' }, io);
  });
});

// Over a real cluster: test/opensearch/tenants.test.ts.
describe('a tenant of one index elsewhere', () => {
  testIndexTenants(async (entries, io) => {
    const config = await loadConfig(join(io.environment.cwd, 'toolscout.json'), io.environment);
    const whole = createRemoteBackend(createTestRemoteIndex(entries));
    return serveRemoteIndex({ whole, embedder: undefined, filter: undefined }, config, io);
  });
});
