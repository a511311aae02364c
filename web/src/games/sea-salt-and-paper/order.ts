import { colours } from './colours';
import { folds } from './folds';
import { partsOf } from './parts';

const KINDS = Object.keys(folds);
const COLOURS = Object.keys(colours);

/** By kind, then by colour: as the printed deck is listed. */
export function sorted(cards: string[]): string[] {
  const place = (card: string) => {
    const { kind, colour } = partsOf(card);
    return KINDS.indexOf(kind) * COLOURS.length + COLOURS.indexOf(colour);
  };
  return [...cards].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}
