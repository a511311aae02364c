import type words from '../../../../src/seaboard/locales/en/land-unter.json';
import type { About } from '..';

declare module '../../lib/i18n.svelte' {
  interface GameLocales {
    'land-unter': typeof words;
  }
}

export const about: About = {
  game: 'land-unter',
  sections: ['goal', 'cards', 'deal', 'trick', 'loss', 'round', 'score', 'end', 'open'],
};
