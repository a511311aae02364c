import { t, type Key } from '../../lib/i18n.svelte';
import { signed } from '../../lib/numbers';
import { isBotMove } from '../../table/botMoves';
import type { LogLine } from '../../table/contract';
import { isMine, inTeams, sideName, type SeaPlay } from './sides';
import type { Event as SeaEvent, TrickWon } from '../../generated/sea-change';

type WonBy = TrickWon['how'];

function bySeat(play: SeaPlay, key: string, seat: number, values: Record<string, string | number> = {}): string {
  const you = play.seats[seat]?.you;
  return t(`sea-change:log.${key}${you ? '_you' : ''}` as Key, { name: play.seats[seat]?.name ?? '', ...values });
}

function bySide(play: SeaPlay, key: string, side: number, values: Record<string, string | number> = {}): string {
  const you = isMine(play, side) && !inTeams(play);
  return t(`sea-change:log.${key}${you ? '_you' : ''}` as Key, { name: sideName(play, side), ...values });
}

export const suitName = (suit: string): string => t(`sea-change:suit.${suit as 'B'}`);

/** What made a card win: "highest trump". */
export const howName = (how: WonBy): string => t(`sea-change:how.${how}`);

/** What an event says. As it happens, a card says also who is ahead now; the log need not. */
export function line(event: SeaEvent, play: SeaPlay, live = true): string | null {
  const ahead = live && play.table.trick.length > 1 ? play.now.find((one) => one.event === 'went_ahead') : undefined;
  switch (event.event) {
    case 'round_began':
      return t('sea-change:log.round', { round: event.round });
    case 'card_played': {
      const key = ahead?.seat === event.seat && play.now.includes(event) ? 'played_ahead' : 'played';
      return bySeat(play, key, event.seat, { card: play.skin.name(event.card) });
    }
    case 'trump_set':
      return t('sea-change:log.trump', { suit: suitName(event.suit) });
    case 'sea_changed':
      if (ahead && play.now.includes(event)) return bySeat(play, 'changed_ahead', ahead.seat, { suit: suitName(event.suit) });
      return t('sea-change:log.changed', { suit: suitName(event.suit) });
    case 'trick_won':
      return bySeat(play, 'won', event.seat, { points: signed(event.points), how: howName(event.how) });
    case 'card_drawn':
      return event.card ? t('sea-change:log.drew_you', { card: play.skin.name(event.card) }) : null;
    case 'round_scored':
      return bySide(play, 'scored', event.side, { points: signed(event.points) });
    case 'vp_earned':
      return bySide(play, 'vp', event.side);
    case 'match_won':
      return bySide(play, 'match', event.side);
    default:
      return null;
  }
}

/** The current trick and the last one, card by card; of earlier tricks only who won, as in the rulebook. */
export function log(play: SeaPlay): LogLine[] {
  const { events } = play;
  const round = events.findLastIndex(({ event }) => event === 'round_began');
  const tricks = events.map(({ event }, i) => (event === 'trick_won' && i > round ? i : -1)).filter((i) => i >= 0);
  const seen = play.memory || play.replay || play.view.over ? 0 : (tricks.at(-2) ?? round);
  const lines: LogLine[] = [];
  events.forEach((event, i) => {
    const forgotten = i > round && i < seen && (event.event === 'card_played' || event.event === 'card_drawn');
    const text = forgotten ? null : line(event, play, false);
    if (text) lines.push({ text, heading: event.event === 'round_began', bot: isBotMove(event) });
  });
  return lines;
}
