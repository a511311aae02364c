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
  const may = (...moves: string[]) => Object.fromEntries(moves.map((move, i) => [move, i]));

  it.each([
    [{ draws: 2 }, ['draw', 'take 1', 'take 2'], 'take'],
    [{ draws: 2 }, ['draw'], 'take_deck'],
    [{ draws: 1 }, ['draw', 'take 1'], 'take_one'],
    [{ draws: 1 }, ['draw'], 'take_one_deck'],
    [{ draws: 0 }, ['take 1'], 'take_discard'],
    [{ draws: 2, last_turns: [0] }, ['draw'], 'take_last_deck'],
    [{ draws: 1, last_turns: [0] }, ['draw', 'take 1'], 'take_last_one'],
    [{ draws: 0, last_turns: [0] }, ['take 1'], 'take_last_discard'],
    [{}, ['draw', 'take 2'], 'take'], // an older server does not say how many are drawn
  ])('offers only what there is to take: %o, %o', (table, moves, key) => {
    expect(at({ phase: 'take', ...table }, may(...moves))).toBe(`sea-salt-and-paper:status.${key}`);
  });

  it('says what it means to pass', () => {
    const lay = (table: object, ...moves: string[]) => at({ phase: 'lay', points: [{ total: 7 }], ...table }, may('end turn', ...moves));
    const pair = 'lay crab:black crab:green';
    expect(lay({ end_turn: 'passes' })).toBe('sea-salt-and-paper:status.end');
    expect(lay({ end_turn: 'passes' }, pair)).toBe('sea-salt-and-paper:status.lay');
    expect(lay({ end_turn: 'cancels' })).toBe('sea-salt-and-paper:status.end_empty');
    expect(lay({ end_turn: 'cancels' }, pair)).toBe('sea-salt-and-paper:status.lay_empty');
    expect(lay({ end_turn: 'cancels', if_called: {} }, 'stop')).toBe('sea-salt-and-paper:status.call_or_nothing');
  });

  it('speaks of revealing, not of passing, in a last turn', () => {
    expect(at({ phase: 'lay', end_turn: 'reveals', last_turns: [0] }, may('end turn'))).toBe('sea-salt-and-paper:status.end_last');
  });
});
