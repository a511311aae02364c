/** The score sheet: made from the events, which tell every point. */
import type { ScoreRow } from '../../table/contract';
import { plain, signed } from '../../lib/numbers';
import { seatName } from './log';
import { numberOf } from './sky';
import type { LandEvent, LandPlay } from './play';

export interface SeatSheet {
  seat: number;
  kept: number;
  /** -1 for the eliminated, else 0. */
  eliminated: number;
  bonus: number;
  points: number;
  /** Of all rounds up to this one. */
  total: number;
  /** At the end of the round. */
  level: number;
  /** The trick in which they went out. */
  outIn: number | null;
}

export interface RoundScore {
  round: number;
  tricks: number;
  seats: SeatSheet[];
}

export function rounds(events: LandEvent[], seats: number): RoundScore[] {
  const found: RoundScore[] = [];
  const nobody = Array.from({ length: seats });
  let round = 0;
  let trick = 0;
  let levels = nobody.map(() => 0);
  let outIn: (number | null)[] = nobody.map(() => null);
  for (const event of events) {
    switch (event.event) {
      case 'round_began':
        round = event.round;
        trick = 0;
        levels = nobody.map(() => 0);
        outIn = nobody.map(() => null);
        break;
      case 'water_turned':
        trick++;
        break;
      case 'water_taken':
        levels[event.seat] = numberOf(event.water);
        break;
      case 'seat_eliminated':
        outIn[event.seat] = trick;
        break;
      case 'round_scored': {
        const { seat, kept, eliminated, bonus } = event;
        if (found.at(-1)?.round !== round) found.push({ round, tricks: trick, seats: [] });
        found.at(-1)!.seats.push({ seat, kept, eliminated, bonus, points: 0, total: 0, level: levels[seat], outIn: outIn[seat] });
        break;
      }
      case 'score_changed':
        Object.assign(found.at(-1)!.seats.at(-1)!, { points: event.points, total: event.score });
    }
  }
  return found;
}

export function scores(play: LandPlay): ScoreRow[] {
  const played = rounds(play.events, play.seats.length);
  return play.seats.map(({ seat }) => ({
    name: seatName(play, seat),
    rounds: played.map(({ seats }) => signed(seats.find((one) => one.seat === seat)?.points ?? 0)),
    total: plain(play.table.scores[seat]),
  }));
}
