import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  root: import.meta.dirname,
  // Where the gateway serves it.
  base: '/dashboard/',
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, '../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy lets nothing in that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

export default config;
