/** French agrees with what it speaks of: a card's colour with its kind, a count with its number. */
import './browser';
import { expect, it } from 'vitest';
import decks from '../src/generated/decks.json';

const { hasText, loadLocales, speak, t } = await import('../src/lib/i18n.svelte');
const { skin } = await import('../src/games/sea-salt-and-paper/skin');
await speak('fr');
await loadLocales('page', 'sea-salt-and-paper');

it.each([
  ['crab:light-blue', 'crabe bleu clair'],
  ['crab:black:2', 'crabe noir'],
  ['mermaid:white:4', 'sirène blanche'],
  ['colony:green', 'colonie de manchots verte'],
  ['sailor:orange', 'moussaillon orange'],
])('%s is “%s”', (id, name) => {
  expect(skin.name(id)).toBe(name);
});

it('names every card of the deck', () => {
  for (const { id } of decks['sea-salt-and-paper']) expect(hasText(`sea-salt-and-paper:card.${id.replace(':', '.')}`), id).toBe(true);
});

it('counts the cards of a colour: feminine, plural from two on', () => {
  const count = (colour: 'yellow' | 'green' | 'white' | 'light-orange', n: number) => t(`sea-salt-and-paper:of_colour.${colour}`, { n });
  expect([count('yellow', 2), count('green', 2), count('green', 1), count('white', 4), count('light-orange', 3)]).toEqual([
    '2 jaunes',
    '2 vertes',
    '1 verte',
    '4 blanches',
    '3 orange clair',
  ]);
});

it('says 0 point', () => {
  expect(t('sheet.points', { n: 0, points: '+0' })).toMatch(/^\+0 point$/);
  expect(t('sheet.points', { n: 2, points: '+2' })).toMatch(/^\+2 points$/);
});
