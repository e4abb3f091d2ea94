import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli/main.ts',
    // Started as a thread, by its path.
    'deep-worker': 'src/backends/local/deep/deep-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  // The floor that the package promises; CI runs the packed tarball on the machine's own Node as well.
  target: 'node20.19',
  dts: { oxc: true },
  sourcemap: false,
  clean: true,
  failOnWarn: 'ci-only',
  publint: 'ci-only',
  attw: { profile: 'esm-only', enabled: 'ci-only' },
});

export default config;
