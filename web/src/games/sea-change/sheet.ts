/** The score sheet: made from the events, which tell every point. */
import { t } from '../../lib/i18n.svelte';
import type { ScoreRow } from '../../table/contract';
import { signed } from '../../lib/numbers';
import { sideName, type SeaPlay } from './sides';
import { suitOf, valueOf } from './suits';
import type { Event as SeaEvent } from '../../generated/sea-change';

export interface SideSheet {
  side: number;
  points: number;
  cards: number;
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
  const found: RoundScore[] = [];
  const vps = play.table.vps.map(() => 0);
  let round = 0;
  let trump = '';
  let counted: SideSheet['counted'] = [];
  for (const event of events) {
    switch (event.event) {
      case 'round_began':
        round = event.round;
        break;
      case 'trump_set':
      case 'sea_changed':
        trump = event.suit;
        break;
      case 'card_counted':
        counted.push(event);
        break;
      case 'round_scored': {
        if (found.at(-1)?.round !== round) found.push({ round, trump, sides: [] });
        const { side, points, cards } = event;
        counted.sort((a, b) => b.points - a.points || valueOf(a.card) - valueOf(b.card) || suitOf(a.card).localeCompare(suitOf(b.card)));
        found.at(-1)!.sides.push({ side, points, cards, vp: false, vps: vps[side], counted });
        counted = [];
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
