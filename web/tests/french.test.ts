/** French agrees with what it speaks of: a card's colour with its kind, a count with its number. */
import './browser';
import { expect, it } from 'vitest';
import decks from '../src/generated/decks.json';

const { hasText, loadLocales, speak, t } = await import('../src/lib/i18n.svelte');
const { typeset } = await import('../src/lib/typeset');
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

it('sets signs apart from their words, and never on a line of their own', () => {
  const { text } = typeset('fr', { text: "« Qu'y a-t-il ? » : 5 % ; rien ! [rum, ?pirate]" });
  expect(text).toBe('«\u00a0Qu’y a-t-il\u202f?\u00a0»\u00a0: 5\u00a0%\u202f; rien\u202f! [rum, ?pirate]');
  expect(typeset('en', { text: "It isn't: 5 % ?" }).text).toBe('It isn’t: 5 % ?');
});

it('writes negative numbers with a minus sign', () => {
  expect(t('card.points', { n: -4 })).toBe('−4 points.');
  expect(t('card.points', { n: -1 })).toBe('−1 point.');
});

it('says of a program that it is one, and of nobody else', async () => {
  const { personName } = await import('../src/table/session.svelte');
  expect(['Miser (bot)', 'Tove', ''].map(personName)).toEqual(['Miser (robot)', 'Tove', '']);
});
