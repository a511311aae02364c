/** The score sheet: made from the events, which tell every point. */
import { t } from '../../lib/i18n.svelte';
import type { ScoreRow } from '../../table/contract';
import type { ColourName } from './colours';
import type { Kind } from './folds';
import { sorted } from './order';
import { partsOf } from './parts';
import type { PaperEvent, PaperPlay } from './types';

export type Ending = 'stopped' | 'bet_won' | 'bet_lost' | 'cancelled';

export interface Source {
  category: string;
  points: number;
  /** The cards that make these points. */
  cards: string[];
}

export interface SeatSheet {
  seat: number;
  sources: Source[];
  /** Cards that give nothing. */
  idle: string[];
  /** All cards together, without the colour bonus. */
  points: number;
  colourBonus: number;
  /** The colour there is most of. */
  colour: ColourName | undefined;
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

/** The kinds that a category counts: the multiplier and what it multiplies. */
const MEMBERS: Record<string, Kind[]> = {
  crabs: ['crab'],
  boats: ['boat'],
  fish: ['fish'],
  swimmers: ['swimmer', 'shark'],
  mermaids: ['mermaid'],
  shells: ['shell'],
  octopuses: ['octopus'],
  penguins: ['penguin'],
  sailors: ['sailor'],
  lighthouse: ['lighthouse', 'boat'],
  shoal: ['shoal', 'fish'],
  colony: ['colony', 'penguin'],
  captain: ['captain', 'sailor'],
};

export function cardsOf(category: string, cards: string[]): string[] {
  const kinds = MEMBERS[category] ?? [];
  const found = sorted(cards.filter((card) => kinds.includes(partsOf(card).kind)));
  return found.sort((a, b) => kinds.indexOf(partsOf(a).kind) - kinds.indexOf(partsOf(b).kind));
}

/** How many cards of each colour, most first. */
export function byColour(cards: string[]): [colour: ColourName, count: number][] {
  const counts = new Map<ColourName, number>();
  for (const card of cards) counts.set(partsOf(card).colour, (counts.get(partsOf(card).colour) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Every finished round, with each point and the cards it came from. */
export function rounds(events: PaperEvent[], play: PaperPlay): RoundScore[] {
  const found: RoundScore[] = [];
  const seats = play.table.held.map((_, seat) => seat);
  const totals = seats.map(() => 0);
  let round = 0;
  let ending: Ending = 'stopped';
  let by = 0;
  let bet: RoundScore['bet'];
  let cards: string[][] = seats.map(() => []);
  let counted: Source[][] = seats.map(() => []);
  const score = (): RoundScore => {
    if (found.at(-1)?.round !== round) found.push({ round, ending, by, bet, seats: [] });
    return found.at(-1)!;
  };
  for (const event of events) {
    switch (event.event) {
      case 'round_began':
        round = event.round;
        ending = 'stopped';
        bet = undefined;
        cards = seats.map(() => []);
        counted = seats.map(() => []);
        break;
      case 'pair_laid':
        cards[event.seat].push(event.first, event.second);
        break;
      case 'card_revealed':
        cards[event.seat].push(event.card);
        break;
      case 'stop_called':
      case 'last_chance_called':
        by = event.seat;
        break;
      case 'bet_won':
      case 'bet_lost':
        ending = event.event;
        bet = { points: event.points, best: event.best };
        break;
      case 'round_cancelled':
        ending = 'cancelled';
        by = event.seat;
        score();
        break;
      case 'points_counted':
        counted[event.seat].push({ category: event.category, points: event.points, cards: cardsOf(event.category, cards[event.seat]) });
        break;
      case 'round_scored': {
        const { seat, points, colour_bonus: colourBonus, gained } = event;
        totals[seat] += gained;
        const sources = counted[seat];
        const used = sources.flatMap((source) => source.cards);
        const isCaller = seat === by;
        score().seats.push({
          seat,
          sources,
          idle: sorted(cards[seat].filter((card) => !used.includes(card))),
          points,
          colourBonus,
          colour: byColour(cards[seat])[0]?.[0],
          gained,
          cardsCount: ending === 'stopped' || isCaller === (ending === 'bet_won'),
          bonusCounts: ending !== 'stopped' && (isCaller || ending === 'bet_won'),
          total: totals[seat],
        });
      }
    }
  }
  return found;
}

export function scores(play: PaperPlay): ScoreRow[] {
  const played = rounds(play.events, play);
  return play.seats.map(({ seat, you, name }) => ({
    name: you ? t('seat.you') : name,
    rounds: played.map(({ seats }) => seats.find((one) => one.seat === seat)?.gained ?? null),
    total: t('sea-salt-and-paper:of_goal', { points: play.table.scores[seat], goal: play.table.goal }),
  }));
}

/** Who won, and by what: the points, the four mermaids, or how a tie was broken. */
export function result(play: PaperPlay): string {
  const { events, table, view } = play;
  if (events.some(({ event }) => event === 'mermaids_laid')) return t('sea-salt-and-paper:result.mermaids');
  const [winner] = view.winners;
  if (winner === undefined) return '';
  const points = table.scores[winner];
  if (view.winners.length > 1) return t('sea-salt-and-paper:result.shared', { n: points });
  const tied = table.scores.filter((score) => score === points).length > 1;
  return t(tied ? 'sea-salt-and-paper:result.tie' : 'sea-salt-and-paper:result.points', { n: points, goal: table.goal });
}
