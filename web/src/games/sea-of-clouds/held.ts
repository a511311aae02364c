/** What is held up to you: the share you look at, the cards you lay, or those you are to choose among. */
import { t } from '../../lib/i18n.svelte';
import type { CardFacts } from '../../lib/skin';
import { factsOf, type CloudsPlay } from './board';

export interface HeldCard {
  id: string;
  facts: CardFacts;
  /** The move a tap plays, if there is one now. */
  move?: string;
  /** The text to show here instead of what it does. */
  note?: string;
  /** How many of this kind there are to choose from. */
  count?: number;
}

/** The share that you look at. */
export function lookedAt({ table, me }: CloudsPlay): number | null {
  return me !== null && table.turn === me && table.phase === 'looking' ? table.share : null;
}

export function held(play: CloudsPlay): HeldCard[] {
  const { table, me, legal } = play;
  const ifLegal = (move: string) => (move in legal ? move : undefined);
  if (me === null) return [];
  const share = lookedAt(play);
  const cards = share !== null ? table.shares[share].cards : table.turn === me && table.phase === 'laying' ? table.hand : null;
  if (cards === null) {
    return (play.view.to_act.includes(me) ? table.choices : []).map(({ kind, count }) => ({
      id: `${kind}#`,
      facts: factsOf(table, kind),
      move: ifLegal(`choose ${kind}`),
      count,
    }));
  }
  return cards.flatMap(({ card, set }) => {
    if (card === null) return [];
    const note = set && t('sea-of-clouds:would_have', { n: set.count, points: set.points });
    return [{ id: card, facts: factsOf(table, card, set?.count), note, move: ifLegal(`lay ${card}`) }];
  });
}
