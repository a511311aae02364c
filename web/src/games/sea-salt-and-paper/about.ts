import type words from '../../../../src/seaboard/locales/en/sea-salt-and-paper.json';
import type { About } from '..';

declare module '../../lib/i18n.svelte' {
  interface GameLocales {
    'sea-salt-and-paper': typeof words;
  }
}

export const about: About = {
  game: 'sea-salt-and-paper',
  sections: ['goal', 'cards', 'turn', 'pairs', 'sets', 'mermaids', 'call', 'bonus', 'empty', 'end'],
};
