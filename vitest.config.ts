import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Runs whole take up to fifty times what a sample does. */
const WHOLE = process.env.PROOF === '1' || process.env.TOOLSCOUT_FUZZ === 'full';

const config: ViteUserConfig = defineConfig({
  test: {
    // Child processes and real servers start slowly on a loaded machine; a test that hangs still ends.
    testTimeout: WHOLE ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Real processes on a shared machine: one second chance in CI, none where a person looks.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Tests leave nothing in the cache of whoever runs them, and find nothing there.
    env: { TOOLSCOUT_CACHE: 'off' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          // Evaluating the modules anew for each of hundreds of small files took longer than their tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'] } },
    ],
  },
});

export default config;
