import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The tests beside the folder that is mutated, without those that look at recorded servers. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [`${process.env.MUTATED ?? 'src/{engine/filter,tools,calling}'}/**/*.test.ts`],
    exclude: ['**/real-servers.test.ts'],
    setupFiles: ['test/mutation/quick-properties.ts'],
    testTimeout: 60_000,
    isolate: false,
    env: { TOOLSCOUT_CACHE: 'off' },
  },
});

export default config;
