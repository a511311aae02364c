/** What the table says of turns: which were last, and what may be done in them. Without texts a sentence is its key. */
import { describe, expect, it } from 'vitest';
import './browser';
import { status } from '../src/games/sea-salt-and-paper/status';
import type { PaperPlay } from '../src/games/sea-salt-and-paper/play';
import { lastTurns } from '../src/table/lastTurns';

describe('last turns', () => {
  const event = (seat: number | null, text: string) => ({ event: text, seat });
  const say = ({ event: text, seat }: { event: string; seat: number | null }) => (seat === null ? null : { seat, text });

  it('holds all that a seat did until another one acted', () => {
    const events = [event(0, 'draws'), event(0, 'discards'), event(1, 'takes'), event(null, 'a pile is shown'), event(1, 'lays')];
    expect([...lastTurns(events, say)]).toEqual([
      [0, ['draws', 'discards']],
      [1, ['takes', 'lays']],
    ]);
  });

  it('forgets a turn when the seat acts again', () => {
    expect(lastTurns([event(0, 'draws'), event(1, 'takes'), event(0, 'lays')], say).get(0)).toEqual(['lays']);
  });
});

describe('the status line of Sea Salt & Paper', () => {
  function at(table: object, legal: Record<string, number> = {}): string {
    const seats = [{ name: 'Ada', you: true }, { name: 'Tove' }];
    return status({ table: { turn: 0, last_turns: [], ...table }, view: { to_act: [0], legal }, seats, me: 0 } as unknown as PaperPlay);
  }
  const piles = (...sizes: number[]) => sizes.map((size) => ({ size }));

  it.each([
    [{ deck: 9, piles: piles(1, 1) }, 'take'],
    [{ deck: 9, piles: piles(0, 0) }, 'take_deck'],
    [{ deck: 1, piles: piles(1, 0) }, 'take_one'],
    [{ deck: 0, piles: piles(1, 0) }, 'take_discard'],
    [{ deck: 9, piles: piles(0, 0), last_turns: [0] }, 'take_last_deck'],
    [{ deck: 1, piles: piles(2, 0), last_turns: [0] }, 'take_last_one'],
    [{ deck: 0, piles: piles(2, 0), last_turns: [0] }, 'take_last_discard'],
  ])('offers only what there is to take: %o', (table, key) => {
    expect(at({ phase: 'take', ...table })).toBe(`sea-salt-and-paper:status.${key}`);
  });

  it('speaks of revealing, not of passing, in a last turn', () => {
    expect(at({ phase: 'lay', deck: 0, last_turns: [0] }, { 'end turn': 1 })).toBe('sea-salt-and-paper:status.end_last');
  });
});
