import { defineConfig, type UserConfig } from 'tsdown';
import { CHILD_BANNER, CHILD_DEFINES } from './src/sandbox/bundle-child.ts';

/** `npm run build --silent` is what tests and the demo begin with: nobody asked for a list of files then. */
const isSilent = process.env.npm_config_loglevel === 'silent';

const library: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    anthropic: 'src/adapters/anthropic/index.ts',
    openai: 'src/adapters/openai/index.ts',
    'ai-sdk': 'src/adapters/ai-sdk/index.ts',
    langchain: 'src/adapters/langchain/index.ts',
    loop: 'src/adapters/loop/index.ts',
    cli: 'src/cli/main.ts',
    // Started as a thread, by its path.
    'deep-worker': 'src/backends/local/deep/deep-worker.ts',
    'merge-worker': 'src/backends/local/index-store/merge-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  // The floor that the package promises; CI runs the packed tarball on the machine's own Node as well.
  target: 'node20.19',
  dts: { oxc: true },
  sourcemap: false,
  logLevel: isSilent ? 'warn' : 'info',
  clean: true,
  failOnWarn: 'ci-only',
  publint: 'ci-only',
  attw: { profile: 'esm-only', enabled: 'ci-only' },
});

/** The program of code mode's child process, which reads it from a pipe: one file with everything in it. */
const sandboxChild: UserConfig = defineConfig({
  entry: { 'sandbox-child': 'src/sandbox/child/main.ts' },
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  dts: false,
  sourcemap: false,
  // The other build has emptied the folder.
  clean: false,
  define: CHILD_DEFINES,
  outputOptions: { codeSplitting: false, banner: CHILD_BANNER },
  deps: {
    onlyBundle: ['@jitl/quickjs-singlefile-mjs-release-sync', '@jitl/quickjs-ffi-types', 'quickjs-emscripten-core'],
  },
  // It warns of the format: a script that is evaluated can be no module.
  failOnWarn: false,
  logLevel: isSilent ? 'error' : 'info',
});

const configs: UserConfig[] = [library, sandboxChild];

export default configs;
