import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/e2e/browser/*.spec.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One browser and one gateway at a time: the pages are looked at, not the machine.
    fileParallelism: false,
    maxWorkers: 1,
    env: { TOOLSCOUT_CACHE: 'off' },
  },
});

export default config;
