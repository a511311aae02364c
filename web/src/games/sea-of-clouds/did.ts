/** What each captain did in their last turn, in a few words and as far as everybody may know. */
import { t, type Key, type Params } from '../../lib/i18n.svelte';
import { lastTurns } from '../../table/lastTurns';
import { cardName, nameOfSeat, type CloudsPlay } from './board';
import type { Event as CloudsEvent } from '../../generated/sea-of-clouds';

const say = (key: string, values: Params): string => t(`sea-of-clouds:did.${key}` as Key, values);

function did(event: CloudsEvent, play: CloudsPlay): string | null {
  switch (event.event) {
    case 'share_taken':
      return say('took', { share: event.share + 1 });
    case 'card_drawn':
      return say('drew', { type: t(`sea-of-clouds:type.${event.back}`) });
    case 'card_laid':
      return cardName(play.table, event.card);
    case 'card_laid_face_down':
      return t(`sea-of-clouds:type.${event.back}`);
    case 'pirate_sent':
      return say('sent', { card: cardName(play.table, event.card), other: nameOfSeat(play, event.victim) });
    default:
      return null;
  }
}

/** By seat. What was left behind is not told: it still lies there. */
export function lastDone(play: CloudsPlay): Map<number, string> {
  const turns = lastTurns(play.events, (event) => {
    const text = did(event, play);
    return text && 'seat' in event ? { seat: event.seat as number, text } : null;
  });
  return new Map([...turns].map(([seat, texts]) => [seat, texts.join(' · ')]));
}
