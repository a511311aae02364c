/** What makes the page an app: its manifest in each language, its service worker, and the page for when there is no connection. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

const HERE = import.meta.dirname;
const LANGUAGES = ['en', 'fr'] as const;
type Language = (typeof LANGUAGES)[number];

function textsOf(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(join(HERE, `../src/seaboard/locales/${language}/away.json`), 'utf8')) as Record<string, string>;
}

export function manifest(language: Language): string {
  return JSON.stringify({
    id: '/',
    name: 'Seaboard',
    short_name: 'Seaboard',
    description: textsOf(language)['app.description'],
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#08182a',
    background_color: '#061422',
    categories: ['games', 'entertainment'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}

/** Both languages are in it: which one to show, its script finds out in the browser. */
export function offlinePage(): string {
  const sections = LANGUAGES.map((language) => {
    const texts = textsOf(language);
    const [title, text, again] = ['title', 'text', 'again'].map((key) => texts[`offline.${key}`]);
    return `<section lang="${language}"><h1>${title}</h1><p>${text}</p><button type="button">${again}</button></section>`;
  });
  return readFileSync(join(HERE, 'worker/offline.html'), 'utf8').replace('<!-- sections -->', sections.join('\n      '));
}

/** The worker as it runs; the version changes with any file of the page. */
export function worker(files: string[]): string {
  const source = readFileSync(join(HERE, 'worker/worker.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  const script = outputText.replace(/^export \{\};\n?/m, '');
  const version = createHash('sha256').update([...files].sort().join('\n') + offlinePage() + script);
  return `const VERSION = '${version.digest('hex').slice(0, 16)}';\n${script}`;
}

export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle(_, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      emit('sw.js', worker(Object.keys(bundle)));
      emit('offline.html', offlinePage());
      for (const language of LANGUAGES) emit(`manifest.${language}.webmanifest`, manifest(language));
    },
  };
}
