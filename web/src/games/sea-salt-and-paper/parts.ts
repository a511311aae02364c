import { colours, type ColourName } from './colours';
import { folds, type Kind } from './folds';

/** "crab:dark-blue" and "crab:dark-blue:2" are dark blue crabs. */
export function partsOf(id: string): { kind: Kind; colour: ColourName } {
  const [kind, colour] = id.split(':');
  if (!(kind in folds) || !(colour in colours)) throw new Error(`no such card: ${id}`);
  return { kind: kind as Kind, colour: colour as ColourName };
}
