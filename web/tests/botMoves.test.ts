import { expect, it } from 'vitest';
import { doneFor, isBotMove, marked } from '../src/table/botMoves';
import type { GameEvent } from '../src/table/contract';

const events = (...seats: number[]): GameEvent[] => seats.map((seat, card) => ({ event: 'played', seat, card }) as GameEvent);

it('marks what a bot did for a person: the first that the seat does from there on', () => {
  const all = marked(events(0, 1, 0, 1, 0), [
    { seat: 1, at: 1 },
    { seat: 0, at: 3 },
  ]);
  expect(all.map(isBotMove)).toEqual([false, true, false, false, true]);
  expect(doneFor(0, all)).toHaveLength(1);
  expect(doneFor(null, all)).toEqual([]);
});

it('marks two choices that are revealed together, and leaves one alone that has not been seen yet', () => {
  const moves = [
    { seat: 0, at: 1 },
    { seat: 1, at: 1 },
    { seat: 2, at: 4 },
  ];
  expect(marked(events(2, 2, 1, 0), moves).map(isBotMove)).toEqual([false, false, true, true]);
});
