/** What moderators and those who report somebody ask the server. Loaded only where it is needed. */
import type words from '../../../src/seaboard/locales/en/moderation.json';
import { loadLocales } from '../lib/i18n.svelte';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    moderation: typeof words;
  }
}

/** The words of everything in this folder, and those of the server's refusals. */
export const loadWords = () => loadLocales('moderation', 'server');
