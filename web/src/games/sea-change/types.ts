/** What view.py tells: `view.table` and the events. */
export interface Played {
  seat: number;
  card: string;
}

export interface SeaTable {
  round: number;
  dealer: number;
  hand: string[];
  /** Cards of the hand that can't be played now, and why. */
  refused: Record<string, { key: string; values: Record<string, string> }>;
  /** Cards in each hand. */
  held: number[];
  /** The draw pile of two, or the AI's stack. */
  pile: number;
  trick: Played[];
  last_trick: Played[];
  last_winner: number | null;
  lead: string | null;
  trump: string | null;
  /** Tricks won in this round, by seat. */
  tricks: number[];
  /** Cards taken in this round, by side. */
  taken: number[];
  /** The side each seat plays for. */
  sides: number[];
  /** By side. */
  vps: number[];
  goals: number[];
  suits: string;
  /** By value. */
  points: number[];
  trump_zero_points: number;
}

export type SeaEvent =
  | { event: 'round_began'; dealer: number; round: number }
  | { event: 'card_dealt'; seat: number; card?: string }
  | { event: 'card_played'; seat: number; card: string }
  | { event: 'trump_set'; seat: number; suit: string }
  | { event: 'sea_changed'; seat: number; old: string; suit: string }
  | { event: 'card_drawn'; seat: number; card?: string }
  | { event: 'trick_won'; seat: number; points: number; cards: number }
  | { event: 'round_scored'; side: number; points: number; cards: number; took_zero: boolean }
  | { event: 'vp_earned'; side: number; vps: number }
  | { event: 'match_won'; side: number };
