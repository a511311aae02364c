/** What the harbour says of time, and what "Play now" remembers. */
import './browser';
import { describe, expect, it, vi } from 'vitest';
import type { GameListing, Games } from '../src/generated/protocol';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
kept.set('seaboard.play', JSON.stringify({ 'sea-change': { seats: 9, level: 'captain', clock: 7 } }));

const { scoreLine } = await import('../src/lib/numbers');
const { timeAgo, timeUntil } = await import('../src/lib/ago.svelte');
const { choiceFor, rememberChoice } = await import('../src/pages/playNow.svelte');

describe('how long ago', () => {
  const now = 1_763_200_000;
  it.each([
    [10, 'now', 'maintenant'],
    [190, '3 min. ago', 'il y a 3 min'],
    [2 * 3600, '2 hr. ago', 'il y a 2 h'],
    [26 * 3600, 'yesterday', 'hier'],
    [40 * 86_400, 'October 6', '6 octobre'],
  ])('%i seconds', (seconds, english, french) => {
    expect(timeAgo(now - seconds, now, 'en')).toBe(english);
    expect(timeAgo(now - seconds, now, 'fr').replaceAll('\u00a0', ' ')).toBe(french);
  });
});

it('tells scores below zero with a minus sign, not with one more dash', () => {
  expect(scoreLine([-2, 3, 2])).toBe('−2 – 3 – 2');
});

describe('how long until', () => {
  it.each([
    [-5, 'in 1 min.', 'dans 1 min'],
    [61, 'in 2 min.', 'dans 2 min'],
    [4 * 3600 + 5, 'in 5 hr.', 'dans 5 h'],
  ])('%i seconds', (seconds, english, french) => {
    expect(timeUntil(1000 + seconds, 1000, 'en')).toBe(english);
    expect(timeUntil(1000 + seconds, 1000, 'fr').replaceAll('\u00a0', ' ')).toBe(french);
  });
});

describe('"Play now"', () => {
  const game = { name: 'sea-change', seats: [1, 2, 3, 4], default_seats: 4 } as GameListing;
  const known = { games: [game], levels: ['cabin-boy', 'sailor', 'captain'], clocks: [15, 30] } as Games;

  it('takes what was chosen last, where it can be had', () => {
    expect(choiceFor(game, known)).toEqual({ seats: 4, level: 'captain', clock: null });
  });
  it('remembers, for each game', () => {
    rememberChoice('sea-change', { seats: 2, level: 'sailor', clock: 30 });
    expect(choiceFor(game, known)).toEqual({ seats: 2, level: 'sailor', clock: 30 });
    expect(choiceFor({ ...game, name: 'other' }, known)).toEqual({ seats: 4, level: 'sailor', clock: null });
    expect(JSON.parse(kept.get('seaboard.play')!)).toHaveProperty('sea-change.seats', 2);
  });
});
