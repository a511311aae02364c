/** A server of the release before says less, and so do events that were kept: the table shows what it is told, and waits for the view. */
import { expect, it } from 'vitest';
import './browser';
import type { Event as CloudsEvent, Table as CloudsTable } from '../src/generated/sea-of-clouds';
import { motion as land } from '../src/games/land-unter/motion';
import type { LandEvent, LandTable } from '../src/games/land-unter/play';
import { status } from '../src/games/sea-change/status';
import type { SeaPlay } from '../src/games/sea-change/sides';
import { motion as clouds } from '../src/games/sea-of-clouds/motion';

it('Land Unter: whose water is highest stays as it was', () => {
  const table = { levels: [3, 0], highest: [0], water: ['w5'], out: [false, false] } as unknown as LandTable;
  const taken: LandEvent = { event: 'water_taken', seat: 1, water: 'w5', covered: null };
  expect(land.after(table, taken, 0)).toMatchObject({ levels: [3, 5], highest: [0] });
  expect(land.after(table, { ...taken, highest: [1] }, 0)).toMatchObject({ levels: [3, 5], highest: [1] });
  expect(land.after({ ...table, highest: undefined }, taken, 0).highest).toBeUndefined();
});

it('Sea of Clouds: a card that may be a rum or a secret only leaves the hand, and a fight is not called a tie', () => {
  const none = { count: 0, seen: [] };
  const hidden = { place: 0, back: 'object', card: null, seen_by: [] };
  const table = {
    hand: [hidden],
    boards: [{ rums: none, secrets: none }],
    pairings: [{ one: 0, other: 1 }],
    boarding: { fights: [] },
  } as unknown as CloudsTable;
  const laid: CloudsEvent = { event: 'card_laid_face_down', seat: 0, back: 'object' };
  expect(clouds.after(table, laid, 1)).toMatchObject({ hand: [], boards: [{ rums: none, secrets: none }] });
  expect(clouds.after(table, { ...laid, type: 'secret' }, 1)).toMatchObject({ hand: [], boards: [{ rums: none, secrets: { count: 1 } }] });
  const won: CloudsEvent = { event: 'fight_won', seat: 0, loser: 1, strength: 3, against: 3 };
  expect(clouds.after(table, won, 1).boarding!.fights).toEqual([{ one: 0, other: 1, winner: 0, tied: false }]);
  expect(clouds.after(table, { ...won, tied: true }, 1).boarding!.fights).toEqual([{ one: 0, other: 1, winner: 0, tied: true }]);
});

it('Sea of Clouds: the doubloons on the Chest go where the server says', () => {
  const board = (objects: string[], chest: number | null) => ({ pirates: [], relics: [], objects, chest, doubloons: 0, strength: 0 });
  const kind = { type: 'object', back: 'object' };
  const table = {
    kinds: { chest: kind, curse: kind },
    boards: [board(['chest'], 5), board(['curse#1'], null)],
  } as unknown as CloudsTable;
  const swapped = clouds.after(table, { event: 'objects_swapped', seat: 0, victim: 1, given: 'chest', taken: 'curse#1' }, 0);
  expect(swapped.boards.map(({ objects }) => objects)).toEqual([['curse#1'], ['chest']]);
  const moved = clouds.after(swapped, { event: 'chest_moved', seat: 1, from: 0, doubloons: 5 }, 0);
  expect(moved.boards.map(({ chest }) => chest)).toEqual([null, 5]);
});

it('Sea Change: what may be played is left to the cards', () => {
  const play = { table: { trump: 'B', lead: 'B' }, view: { to_act: [0] }, seats: [{ you: true }] } as unknown as SeaPlay;
  expect(status(play)).toBe('plain.your_turn');
});
