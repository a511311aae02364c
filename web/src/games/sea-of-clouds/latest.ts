/** What each captain laid in their last turn: on a phone, all of a board that is shown as cards. */
import type { CloudsPlay } from './board';

export interface Laid {
  card?: string;
  back?: string;
}

export function latest(play: CloudsPlay): Map<number, Laid[]> {
  const found = new Map<number, Laid[]>();
  for (const event of play.events) {
    if (event.event === 'turn_began') found.set(event.seat, []);
    else if (event.event === 'card_laid') found.get(event.seat)?.push({ card: event.card });
    else if (event.event === 'card_laid_face_down') found.get(event.seat)?.push({ back: event.back });
  }
  // A card that has changed hands lies elsewhere now.
  const elsewhere = (seat: number, card: string) =>
    play.table.boards.some((board) => board.seat !== seat && [...board.objects, ...board.pirates, ...board.relics].includes(card));
  for (const [seat, laid] of found) found.set(seat, laid.filter(({ card }) => !card || !elsewhere(seat, card)).slice(-3));
  return found;
}
