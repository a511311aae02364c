/** The moves there are now, by the cards or piles they use. */
import { t } from '../../lib/i18n.svelte';
import type { PaperPlay } from './play';

export const mayPlay = (play: PaperPlay, move: string): string | undefined => (move in play.legal ? move : undefined);

/** The one thing that can be done with a pile now, and its verb. */
export function pileMove(play: PaperPlay, pile: number): { move?: string; verb?: string } {
  if (mayPlay(play, `take ${pile}`)) return { move: `take ${pile}`, verb: t('sea-salt-and-paper:verb.take') };
  if (mayPlay(play, `discard ${pile}`)) return { move: `discard ${pile}`, verb: t('sea-salt-and-paper:verb.discard') };
  if (mayPlay(play, `search ${pile}`)) return { move: `search ${pile}`, verb: t('sea-salt-and-paper:verb.search') };
  return {};
}

/** The pile that you look through, from the bottom up. */
export function searchedPile(play: PaperPlay): string[] | null {
  return play.table.piles.find(({ cards }) => cards !== null)?.cards ?? null;
}

/** The move that chooses one of several cards: of the two drawn, or of a pile looked through. */
export function choiceMove(play: PaperPlay, card: string): string {
  return `${searchedPile(play) ? 'pick' : 'keep'} ${card}`;
}
