import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../src/seaboard/server/page', emptyOutDir: true, target: 'es2022' },
  server: {
    fs: { allow: ['..'] }, // the locales live in the Python package
    proxy: { '/api': { target: server, ws: true } },
  },
});
