/** What each card on the page shows, so that any of them can be looked at large. */
import type { CardFacts, Skin } from './skin';

export interface ShownFace {
  skin: Skin;
  id: string;
  facts?: CardFacts;
}

export const faces = new WeakMap<Element, ShownFace>();
