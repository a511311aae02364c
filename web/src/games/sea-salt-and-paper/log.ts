import { t, type Key, type Params } from '../../lib/i18n.svelte';
import { isBotMove } from '../../table/botMoves';
import type { LogLine } from '../../table/contract';
import type { PaperEvent, PaperPlay } from './play';

function bySeat(play: PaperPlay, key: string, seat: number, values: Params = {}): string {
  const you = play.seats[seat]?.you;
  return t(`sea-salt-and-paper:log.${key}${you ? '_you' : ''}` as Key, { name: play.seats[seat]?.name ?? '', ...values });
}

/** A player in the middle of a sentence: "you", or a name. */
function whom(play: PaperPlay, seat: number): string {
  return play.seats[seat]?.you ? t('sea-salt-and-paper:log.whom_you') : (play.seats[seat]?.name ?? '');
}

export function line(event: PaperEvent, play: PaperPlay): string | null {
  const name = (card: string) => play.skin.name(card);
  switch (event.event) {
    case 'round_began':
      return t('sea-salt-and-paper:log.round', { round: event.round });
    case 'two_drawn':
      if (event.first && event.second)
        return bySeat(play, 'drew_two_known', event.seat, { first: name(event.first), second: name(event.second) });
      return bySeat(play, 'drew_two', event.seat);
    case 'card_kept':
      return event.card ? bySeat(play, 'kept', event.seat, { card: name(event.card) }) : null;
    case 'card_discarded':
      return bySeat(play, 'discarded', event.seat, { card: name(event.card), pile: event.pile });
    case 'card_taken':
      return bySeat(play, 'took', event.seat, { card: name(event.card), pile: event.pile });
    case 'card_drawn':
      return event.card ? bySeat(play, 'drew_known', event.seat, { card: name(event.card) }) : bySeat(play, 'drew', event.seat);
    case 'pair_laid':
      return bySeat(play, 'laid', event.seat, { first: name(event.first), second: name(event.second) });
    case 'effect_lost':
      return t(`sea-salt-and-paper:log.lost_${event.kind}` as Key);
    case 'pile_searched':
      return bySeat(play, 'searched', event.seat, { pile: event.pile, n: event.cards });
    case 'card_picked':
      return event.card
        ? bySeat(play, 'picked_known', event.seat, { card: name(event.card), pile: event.pile })
        : bySeat(play, 'picked', event.seat, { pile: event.pile });
    case 'card_stolen': {
      const victim = whom(play, event.victim);
      return event.card
        ? bySeat(play, 'stole_known', event.seat, { card: name(event.card), victim })
        : bySeat(play, 'stole', event.seat, { victim });
    }
    case 'turn_repeated':
      return bySeat(play, 'again', event.seat);
    case 'mermaids_laid':
      return bySeat(play, 'mermaids', event.seat);
    case 'stop_called':
      return bySeat(play, 'stop', event.seat);
    case 'last_chance_called':
      return bySeat(play, 'last_chance', event.seat);
    case 'round_cancelled':
      return t('sea-salt-and-paper:log.cancelled');
    case 'bet_won':
    case 'bet_lost':
      return bySeat(play, event.event, event.seat, { points: event.points, best: event.best });
    case 'round_scored':
      return bySeat(play, 'scored', event.seat, { n: event.gained });
    case 'match_won':
      return bySeat(play, 'match', event.seat);
    default:
      return null;
  }
}

export function log(play: PaperPlay): LogLine[] {
  return play.events.flatMap((event) => {
    const text = line(event, play);
    return text ? [{ text, heading: event.event === 'round_began', bot: isBotMove(event) }] : [];
  });
}
