import type words from '../../../../src/seaboard/locales/en/sea-of-clouds.json';
import type { About } from '..';

declare module '../../lib/i18n.svelte' {
  interface GameLocales {
    'sea-of-clouds': typeof words;
  }
}

export const about: About = {
  game: 'sea-of-clouds',
  sections: ['goal', 'setup', 'turn', 'parrot', 'rums', 'relics', 'objects', 'boarding', 'pirates', 'two', 'end'],
};
