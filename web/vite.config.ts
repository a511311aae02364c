import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { installable } from './installable.ts';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), installable()],
  build: {
    outDir: '../src/seaboard/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // What every page needs comes as one file: forty small ones are asked for one after another.
    rolldownOptions: {
      checks: { pluginTimings: false }, // a slow machine is no news
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', test: /node_modules\/(svelte|esm-env|clsx)|src\/lib\/|src\/table\/(session|show|options|frame|contract)/ },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] }, // the locales live in the Python package
    proxy: { '/api': { target: server, ws: true } },
  },
});
