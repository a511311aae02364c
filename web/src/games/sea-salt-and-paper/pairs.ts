/** Pairs that can be laid now, as the server lists them: "lay crab:black crab:yellow". */
import { t } from '../../lib/i18n.svelte';
import type { Kind } from './folds';
import { partsOf } from './parts';
import type { PaperPlay } from './play';

export interface Pair {
  move: string;
  /** Two cards of the hand. */
  cards: [first: string, second: string];
  /** What it does goes by its first card: crab, boat, fish or swimmer. */
  kind: Kind;
}

export const MERMAIDS = 'lay mermaids';

/** A card whichever copy of its colour it is. */
const plain = (card: string): string => card.split(':').slice(0, 2).join(':');

/** Every pair that can be laid with these cards of the hand (all, none chosen), once for each different-looking pair. */
export function pairs(play: PaperPlay, chosen: string[]): Pair[] {
  const found: Pair[] = [];
  for (const move of Object.keys(play.legal)) {
    const [verb, one, other] = move.split(' ');
    if (verb !== 'lay' || !other) continue;
    const candidates = (name: string) => {
      const alike = play.table.hand.filter((card) => plain(card) === name);
      return [...alike.filter((card) => chosen.includes(card)), ...alike.filter((card) => !chosen.includes(card))];
    };
    const first = candidates(one)[0];
    const second = candidates(other).find((card) => card !== first);
    if (first && second && chosen.every((card) => card === first || card === second)) {
      found.push({ move, cards: [first, second], kind: partsOf(first).kind });
    }
  }
  return found;
}

/** Of several ways to lay the same kinds, the first. */
export function oneOfEachKind(all: Pair[]): Pair[] {
  return all.filter(({ kind }, i) => all.findIndex((pair) => pair.kind === kind) === i);
}

export function effectOf(kind: Kind): string {
  return t(`sea-salt-and-paper:effect.${kind as 'crab'}`);
}
