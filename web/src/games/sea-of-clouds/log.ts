import { t, type Key } from '../../lib/i18n.svelte';
import { isBotMove } from '../../table/botMoves';
import type { LogLine } from '../../table/contract';
import { cardName, type CloudsPlay } from './board';
import type { Event as CloudsEvent } from '../../generated/sea-of-clouds';

type Values = Record<string, string | number>;

/** log.<key> about a seat and what it does to another; "_you" and "_to_you" where one of them is you. */
function told(play: CloudsPlay, key: string, seat: number, values: Values = {}, other?: number): string {
  const form = play.seats[seat]?.you ? '_you' : other !== undefined && play.seats[other]?.you ? '_to_you' : '';
  const name = (one: number) => play.seats[one]?.name ?? '';
  return t(`sea-of-clouds:log.${key}${form}` as Key, { name: name(seat), other: other === undefined ? '' : name(other), ...values });
}

export function line(event: CloudsEvent, play: CloudsPlay): string | null {
  const card = (id: string) => cardName(play.table, id);
  const type = (back: string) => t(`sea-of-clouds:type.${back as 'rum'}`);
  switch (event.event) {
    case 'match_began':
      return told(play, 'began', event.seat);
    case 'round_began':
      return t('sea-of-clouds:log.round', { round: event.round });
    case 'share_looked_at':
      return told(play, 'looked', event.seat, { share: event.share + 1 });
    case 'card_seen':
      return t('sea-of-clouds:log.seen', { card: card(event.card), share: event.share + 1 });
    case 'share_left':
      return told(play, 'left', event.seat, { share: event.share + 1 });
    case 'share_taken': {
      const cards = event.cards ? [t('sea-of-clouds:cards', { n: event.cards })] : [];
      const coins = event.doubloons ? [t('sea-of-clouds:doubloons', { n: event.doubloons })] : [];
      return told(play, 'took', event.seat, { share: event.share + 1, loot: [...cards, ...coins].join(' + ') });
    }
    case 'doubloon_added':
      return t('sea-of-clouds:log.doubloon', { share: event.share + 1 });
    case 'card_drawn':
      return told(play, 'drew', event.seat, { type: type(event.back) });
    case 'card_laid':
      return told(play, 'laid', event.seat, { card: card(event.card) });
    case 'card_laid_face_down':
      return event.card && play.seats[event.seat]?.you
        ? t('sea-of-clouds:log.hid_known', { card: card(event.card) })
        : told(play, 'hid', event.seat, { type: type(event.back) });
    case 'card_discarded':
      return told(play, 'discarded', event.seat, { card: card(event.card) });
    case 'doubloons_gained':
      return told(play, 'gained', event.seat, { n: event.doubloons });
    case 'chest_filled':
      return t('sea-of-clouds:log.filled', { n: event.doubloons });
    case 'chest_emptied':
      return t('sea-of-clouds:log.emptied', { n: event.doubloons });
    case 'parrot_taken':
      return told(play, 'parrot', event.seat);
    case 'boarding_began':
      return t('sea-of-clouds:log.boarding', { round: event.round });
    case 'crew_counted':
      return told(play, 'crew', event.seat, { strength: event.strength, n: event.pirates });
    case 'fight_won': {
      const tied = event.tied ? '_tied' : '';
      return told(play, `won${tied}`, event.seat, { strength: event.strength, against: event.against }, event.loser);
    }
    case 'fight_undecided':
      return told(play, 'undecided', event.seat, {}, event.other);
    case 'chest_passed':
      return told(play, 'passed', event.seat, { n: event.moved }, event.from);
    case 'pirate_sent':
      return told(play, 'sent', event.seat, { card: card(event.card) }, event.victim);
    case 'doubloons_stolen':
      return told(play, 'stole', event.seat, { n: event.doubloons }, event.victim);
    case 'rum_stolen':
      return told(play, event.card ? 'stole_known' : 'stole_rum', event.seat, { card: event.card ? card(event.card) : '' }, event.victim);
    case 'rum_given':
      return event.card ? told(play, 'gave', event.seat, { card: card(event.card) }, event.victim) : null;
    case 'rums_swapped':
      return told(
        play,
        event.card ? 'swapped_known' : 'swapped_rum',
        event.seat,
        { card: event.card ? card(event.card) : '' },
        event.victim,
      );
    case 'objects_swapped':
      return told(play, 'swapped', event.seat, { given: card(event.given), taken: card(event.taken) }, event.victim);
    case 'loot_taken':
      return told(play, 'loot', event.seat, { share: event.share + 1, type: type(event.back) });
    case 'effects_declined':
      return told(play, 'declined', event.seat);
    case 'match_scored':
      return told(play, 'scored', event.seat, { n: event.points, points: event.points });
    case 'match_won':
      return told(play, 'match', event.seat);
    default:
      return null;
  }
}

const HEADINGS = ['round_began', 'boarding_began'];

/** Every line but the looking; what you saw of the shares is forgotten, unless the table helps your memory. */
export function log(play: CloudsPlay): LogLine[] {
  const remembers = play.memory || play.replay || play.view.over;
  return play.events.flatMap((event) => {
    const silent = event.event === 'share_looked_at' || event.event === 'crew_counted' || (event.event === 'card_seen' && !remembers);
    const text = silent ? null : line(event, play);
    return text ? [{ text, heading: HEADINGS.includes(event.event), bot: isBotMove(event) }] : [];
  });
}
