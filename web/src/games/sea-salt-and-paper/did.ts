/** What each seat did in its last turn, in a few words and as far as this seat may know. */
import { t, type Key, type Params } from '../../lib/i18n.svelte';
import { lastTurns } from '../../table/lastTurns';
import type { PaperEvent, PaperPlay } from './play';

const say = (key: string, values: Params = {}): string => t(`sea-salt-and-paper:did.${key}` as Key, values);

function did(event: PaperEvent, play: PaperPlay): string | null {
  const name = (card: string) => play.skin.name(card);
  switch (event.event) {
    case 'two_drawn':
      return say('drew_two');
    case 'card_drawn':
      return say('drew');
    case 'card_discarded':
      return say('discarded', { card: name(event.card) });
    case 'card_taken':
      return say('took', { card: name(event.card) });
    case 'pair_laid':
      return say('laid', { first: name(event.first), second: name(event.second) });
    case 'card_picked':
      return say('picked', { pile: event.pile });
    case 'card_stolen':
      return event.victim === play.me && event.card
        ? say('stole_yours', { card: name(event.card) })
        : say('stole', {
            victim: event.victim === play.me ? t('sea-salt-and-paper:log.whom_you') : (play.seats[event.victim]?.name ?? ''),
          });
    case 'turn_repeated':
      return say('again');
    case 'mermaids_laid':
      return say('mermaids');
    case 'stop_called':
      return t('sea-salt-and-paper:call.stop');
    case 'last_chance_called':
      return t('sea-salt-and-paper:call.last');
    default:
      return null;
  }
}

/** By seat; only of this round. */
export function lastDone(play: PaperPlay): Map<number, string> {
  const round = play.events.findLastIndex(({ event }) => event === 'round_began');
  const turns = lastTurns(play.events.slice(round + 1), (event) => {
    const text = did(event, play);
    return text && 'seat' in event ? { seat: event.seat as number, text } : null;
  });
  return new Map([...turns].map(([seat, texts]) => [seat, texts.join(' · ')]));
}
