/** The score sheet: made from the events, which tell every point. */
import type { ColourCount, Source } from '../../generated/sea-salt-and-paper';
import { t } from '../../lib/i18n.svelte';
import type { ScoreRow } from '../../table/contract';
import type { ColourName } from './colours';
import type { PaperEvent, PaperPlay } from './play';

export type Ending = 'stopped' | 'bet_won' | 'bet_lost' | 'cancelled';

export interface SeatSheet {
  seat: number;
  sources: Source[];
  /** What each mermaid counts. */
  mermaidColours: ColourCount[];
  /** All cards together, without the colour bonus. */
  points: number;
  colourBonus: number;
  /** What the colour bonus counts. */
  colour: ColourName | null;
  gained: number;
  /** The points of the cards were counted. */
  cardsCount: boolean;
  /** The colour bonus was. */
  bonusCounts: boolean;
  /** After this round. */
  total: number;
}

export interface RoundScore {
  round: number;
  ending: Ending;
  /** Who ended it. */
  by: number;
  /** The caller's points, and the best of the others: of a bet. */
  bet?: { points: number; best: number };
  seats: SeatSheet[];
}

/** A seat of which nothing is counted yet. */
const blank = (seat: number): SeatSheet => ({
  seat,
  sources: [],
  mermaidColours: [],
  points: 0,
  colourBonus: 0,
  colour: null,
  gained: 0,
  cardsCount: false,
  bonusCounts: false,
  total: 0,
});

/** Every finished round, with each point and the cards it came from. */
export function rounds(events: PaperEvent[]): RoundScore[] {
  const found: RoundScore[] = [];
  let round: RoundScore = { round: 0, ending: 'stopped', by: 0, seats: [] };
  const sheet = (seat: number): SeatSheet => {
    if (!found.includes(round)) found.push(round);
    const known = round.seats.find((one) => one.seat === seat) ?? blank(seat);
    if (!round.seats.includes(known)) round.seats.push(known);
    return known;
  };
  for (const event of events) {
    switch (event.event) {
      case 'round_began':
        round = { round: event.round, ending: 'stopped', by: 0, seats: [] };
        break;
      case 'stop_called':
      case 'last_chance_called':
        round.by = event.seat;
        break;
      case 'bet_won':
      case 'bet_lost':
        round.ending = event.event;
        round.bet = { points: event.points, best: event.best };
        break;
      case 'round_cancelled':
        round.ending = 'cancelled';
        round.by = event.seat;
        found.push(round);
        break;
      case 'points_counted':
        sheet(event.seat).sources.push({ category: event.category, points: event.points, cards: event.made_by });
        break;
      case 'mermaid_counted':
        sheet(event.seat).mermaidColours.push({ colour: event.colour, count: event.points });
        break;
      case 'cards_scored':
        Object.assign(sheet(event.seat), { points: event.points, cardsCount: event.counts });
        break;
      case 'bonus_scored':
        Object.assign(sheet(event.seat), { colourBonus: event.points, bonusCounts: event.counts, colour: event.colour });
        break;
      case 'round_scored':
        Object.assign(sheet(event.seat), { gained: event.gained, total: event.score });
    }
  }
  return found;
}

export function scores(play: PaperPlay): ScoreRow[] {
  const played = rounds(play.events);
  return play.seats.map(({ seat, you, name }) => ({
    name: you ? t('seat.you') : name,
    rounds: played.map(({ seats }) => seats.find((one) => one.seat === seat)?.gained ?? null),
    total: t('sea-salt-and-paper:of_goal', { points: play.table.scores[seat], goal: play.table.goal }),
  }));
}
