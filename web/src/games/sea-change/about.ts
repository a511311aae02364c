import type words from '../../../../src/seaboard/locales/en/sea-change.json';
import type { About } from '..';

declare module '../../lib/i18n.svelte' {
  interface GameLocales {
    'sea-change': typeof words;
  }
}

export const about: About = {
  game: 'sea-change',
  choiceWords: (option, choice) =>
    option === 'suits' ? [...String(choice)].map((suit) => `sea-change:short.${suit as 'B'}` as const) : undefined,
  sections: ['goal', 'cards', 'deal', 'trick', 'change', 'score', 'end', 'two', 'solo', 'teams'],
};
