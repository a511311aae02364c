/** What view.py tells: `view.table` and the events. */
import type { Play } from '../../table/contract';

export interface Paid {
  seat: number;
  card: string;
  /** The water taken in this trick. */
  took: string | null;
  /** What was paid for, or was not: the level after the water was taken. */
  level: number;
  paid: boolean;
  out: boolean;
}

export interface LandTable {
  round: number;
  rounds: number;
  trick: number;
  tricks: number;
  open: boolean;
  dealer: number;
  /** Of the open variant. */
  leader: number | null;
  hand: string[];
  /** Your card, chosen and not yet revealed. */
  choice: string | null;
  may_change: boolean;
  /** By seat, as everything below. */
  chosen: boolean[];
  /** Cards of the hand that can't be chosen now, and why. */
  refused: Record<string, { key: string; values: Record<string, string> }>;
  /** The two turned up, the lower first; null where one has just been taken. */
  water: (string | null)[];
  trick_cards: (string | null)[];
  /** From the highest weather to the lowest. */
  last_trick: Paid[];
  levels: number[];
  lifebuoys: number[];
  out: boolean[];
  discards: string[][];
  /** The hand that each seat holds, called by the seat it was dealt to. */
  hands: number[];
  /** The lifebuoys of each hand. */
  totals: number[];
  scores: number[];
  /** By round, then by seat. */
  points: number[][];

  // Only while a trick is settled before one's eyes:
  /** The water each seat took. */
  takes?: (string | null)[];
  /** Lost a lifebuoy. */
  paid?: boolean[];
}

export type LandEvent =
  | { event: 'round_began'; dealer: number; round: number }
  | { event: 'card_dealt'; seat: number; card?: string }
  | { event: 'lifebuoys_taken'; seat: number; lifebuoys: number }
  | { event: 'water_turned'; first: string; second: string }
  | { event: 'card_revealed'; seat: number; card: string }
  | { event: 'card_played'; seat: number; card: string }
  | { event: 'water_taken'; seat: number; water: string; covered: string | null }
  | { event: 'lifebuoy_lost'; seat: number; level: number; left: number }
  | { event: 'seat_eliminated'; seat: number; level: number }
  /** `eliminated` is the point lost by it: -1, or 0. */
  | { event: 'round_scored'; seat: number; kept: number; eliminated: number; bonus: number }
  | { event: 'hand_passed'; seat: number; to: number }
  | { event: 'match_won'; seat: number; points: number };

export type LandPlay = Play<LandTable, LandEvent>;
