/** The score sheet: made from the events, which tell every point. */
import { t } from '../../lib/i18n.svelte';
import type { ScoreRow } from '../../table/contract';
import { signed } from './log';
import { sideName, type SeaPlay } from './sides';
import { suitOf, valueOf } from './suits';
import type { Event as SeaEvent } from '../../generated/sea-change';

export interface SideSheet {
  side: number;
  points: number;
  cards: number;
  tookZero: boolean;
  /** Earned a victory point. */
  vp: boolean;
  vps: number;
  /** Taken cards that count, each with its points; the rest only counts as cards. */
  counted: { card: string; points: number }[];
}

export interface RoundScore {
  round: number;
  trump: string;
  sides: SideSheet[];
}

/** Every finished round, with each side's cards that count. */
export function rounds(events: SeaEvent[], play: SeaPlay): RoundScore[] {
  const { table } = play;
  const found: RoundScore[] = [];
  const vps = table.vps.map(() => 0);
  let round = 0;
  let trump = '';
  let trick: string[] = [];
  let taken: string[][] = table.vps.map(() => []);
  for (const event of events) {
    switch (event.event) {
      case 'round_began':
        round = event.round;
        trick = [];
        taken = table.vps.map(() => []);
        break;
      case 'card_played':
        trick.push(event.card);
        break;
      case 'trump_set':
      case 'sea_changed':
        trump = event.suit;
        break;
      case 'trick_won':
        taken[table.sides[event.seat]].push(...trick);
        trick = [];
        break;
      case 'round_scored': {
        if (found.at(-1)?.round !== round) found.push({ round, trump, sides: [] });
        const worth = (card: string) => (card === `${trump}0` ? table.trump_zero_points : table.points[valueOf(card)]);
        const counted = taken[event.side]
          .map((card) => ({ card, points: worth(card) }))
          .filter(({ points }) => points !== 0)
          .sort((a, b) => b.points - a.points || valueOf(a.card) - valueOf(b.card) || suitOf(a.card).localeCompare(suitOf(b.card)));
        found.at(-1)!.sides.push({
          side: event.side,
          points: event.points,
          cards: event.cards,
          tookZero: event.took_zero,
          vp: false,
          vps: vps[event.side],
          counted,
        });
        break;
      }
      case 'vp_earned': {
        vps[event.side] = event.vps;
        const side = found.at(-1)?.sides.find((one) => one.side === event.side);
        if (side) Object.assign(side, { vp: true, vps: event.vps });
      }
    }
  }
  return found;
}

export function scores(play: SeaPlay): ScoreRow[] {
  const played = rounds(play.events, play);
  return play.table.vps.map((vps, side) => ({
    name: sideName(play, side),
    rounds: played.map(({ sides }) => {
      const one = sides.find((row) => row.side === side)!;
      return `${signed(one.points)}${one.vp ? ' ★' : ''}`;
    }),
    total: t('sea-change:vp_of', { vps, goal: play.table.goals[side] }),
  }));
}

/** Who won, and by what: the victory points, or how a tie was broken. */
export function result(play: SeaPlay): string {
  const { table, events } = play;
  const last = rounds(events, play).at(-1);
  const winners = events.filter((event) => event.event === 'match_won').map(({ side }) => side);
  if (!last || winners.length === 0) return '';
  const reached = last.sides.filter(({ side }) => table.vps[side] >= table.goals[side]);
  const winner = last.sides.find(({ side }) => side === winners[0])!;
  const vps = t('sea-change:result.vps', { n: table.vps[winners[0]] });
  if (reached.length === 1) return vps;
  if (winners.length > 1) return t('sea-change:result.shared');
  return t(winner.tookZero ? 'sea-change:result.zero' : 'sea-change:result.fewest');
}
