/** Where two matches with the same cards part. */
import type { Replay } from '../generated/protocol';

type Moves = Replay['record']['moves'];

export interface Parting {
  /** How many of the seat's choices are the same. */
  common: number;
  /** Whose choice it is. */
  seat: number;
  /** Which move is the first other choice, in each match. */
  moves: [number, number];
}

/**
 * The first choice of a seat that is another; null if none is. Only this seat's choices are compared: bots answer the same to the same,
 * and where several choose at once, who was faster makes no difference.
 */
export function partingOf(one: Moves, other: Moves, seat: number): Parting | null {
  const own = (moves: Moves) => moves.flatMap(([by, action], number) => (by === seat ? [{ number, action }] : []));
  const [mine, theirs] = [own(one), own(other)];
  const common = mine.findIndex(({ action }, i) => theirs[i]?.action !== action);
  return common < 0 || common >= theirs.length ? null : { common, seat, moves: [mine[common].number, theirs[common].number] };
}

/** The first choice that differs, in any seat: for tables where people sit in several seats. */
export function firstPartingOf(one: Moves, other: Moves): Parting | null {
  const seats = new Set(one.map(([seat]) => seat));
  const partings = [...seats].flatMap((seat) => partingOf(one, other, seat) ?? []);
  const first = partings.toSorted((a, b) => a.moves[0] - b.moves[0]).at(0);
  return first ? { ...first, common: first.moves[0] } : null;
}
