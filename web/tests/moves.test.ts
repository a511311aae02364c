/** Every move can be said, in both languages, not only written. */
import './browser';
import { describe, expect, it } from 'vitest';
import { loadSkin } from '../src/games';
import { loadLocales, speak } from '../src/lib/i18n.svelte';
import { sayMove } from '../src/review/worth';

const NAMES = ['Ada', 'Tove', 'Kofi'];
const MOVES: Record<string, string[]> = {
  'sea-change': ['B8', 'Y0'],
  'land-unter': ['1', '60'],
  'sea-salt-and-paper': [
    ...['draw', 'take 1', 'keep crab:black', 'keep 2', 'discard 2', 'search 1', 'pick shell:grey', 'rob 1', 'lay crab:black crab:green'],
    ...['lay mermaids', 'stop', 'last chance', 'end turn'],
  ],
  'sea-of-clouds': ['take', 'leave', 'done', 'lay aged-rum#2', 'loot 2-3', 'send cook left', 'send cook right', 'choose treasure-map'],
};

describe.each(Object.keys(MOVES))('%s', (game) => {
  it.each(['en', 'fr'] as const)('says every move in %s', async (language) => {
    await speak(language);
    await loadLocales('page', game);
    const skin = await loadSkin(game);
    const said = MOVES[game].map((move) => sayMove(skin, move, NAMES));
    expect(new Set(said).size).toBe(said.length);
    for (const text of said) expect(text).not.toMatch(/named\.|[{}#:]|undefined/);
  });
});

it('names who is stolen from', async () => {
  await speak('en');
  await loadLocales('page', 'sea-salt-and-paper');
  const skin = await loadSkin('sea-salt-and-paper');
  expect(sayMove(skin, 'rob 1', NAMES)).toBe('stealing from Tove');
  expect(sayMove(skin, 'lay crab:black crab:dark-blue', NAMES)).toBe('laying black crab and dark blue crab');
});
