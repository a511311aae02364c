/** What view.py tells: `view.table` and the events. */
import type { Play } from '../../table/contract';

/** Where points come from, each with the points it gives. */
export interface Points {
  pairs: number;
  mermaids: number;
  collections: number;
  multipliers: number;
  /** One by one, by category, where there are any. */
  detail: Record<string, number>;
  /** Without the colour bonus. */
  total: number;
  colour_bonus: number;
}

export interface Pile {
  size: number;
  top: string | null;
  /** Somebody looks through it now. */
  searched: boolean;
  /** From the bottom up, if it is you who looks through it. */
  cards: string[] | null;
}

export type Phase = 'take' | 'keep' | 'discard' | 'lay' | 'search' | 'pick' | 'rob' | 'over';

export interface PaperTable {
  round: number;
  starter: number;
  turn: number | null;
  phase: Phase;
  hand: string[];
  /** Yours alone: drawn, and not yet kept or discarded. */
  drawn: string[];
  /** Cards in each hand. */
  held: number[];
  /** Hands that lie open. */
  revealed: (string[] | null)[];
  /** Before each seat: pair by pair, or the four mermaids. */
  laid: string[][][];
  deck: number;
  piles: Pile[];
  /** Of what you may count: all of your own cards, what others have laid or revealed. */
  points: Points[];
  /** Whose points are counted in full. */
  counted: boolean[];
  scores: number[];
  goal: number;
  can_call: boolean;
  to_call: number;
  /** Who called LAST CHANCE. */
  caller: number | null;
  /** The seats that still have their last turn to end. */
  last_turns: number[];
  /** What might be tried now and can't: by move. */
  refused: Record<string, { key: string; values: Record<string, string> }>;
}

export type PaperEvent =
  | { event: 'round_began'; starter: number; round: number }
  | { event: 'pile_shown'; pile: number; card: string }
  | { event: 'two_drawn'; seat: number; first?: string; second?: string }
  | { event: 'card_kept'; seat: number; card?: string }
  | { event: 'card_discarded'; seat: number; card: string; pile: number }
  | { event: 'card_taken'; seat: number; card: string; pile: number }
  | { event: 'card_drawn'; seat: number; card?: string }
  | { event: 'pair_laid'; seat: number; first: string; second: string }
  | { event: 'effect_lost'; seat: number; kind: string }
  | { event: 'pile_searched'; seat: number; pile: number; cards: number }
  | { event: 'card_picked'; seat: number; card?: string; pile: number }
  | { event: 'card_stolen'; seat: number; card?: string; victim: number }
  | { event: 'turn_repeated'; seat: number }
  | { event: 'mermaids_laid'; seat: number }
  | { event: 'turn_ended'; seat: number }
  | { event: 'stop_called'; seat: number }
  | { event: 'last_chance_called'; seat: number }
  | { event: 'hand_revealed'; seat: number; cards: number }
  | { event: 'card_revealed'; seat: number; card: string }
  | { event: 'round_cancelled'; seat: number }
  | { event: 'bet_won'; seat: number; points: number; best: number }
  | { event: 'bet_lost'; seat: number; points: number; best: number }
  | { event: 'points_counted'; seat: number; category: string; points: number }
  | { event: 'round_scored'; seat: number; points: number; colour_bonus: number; gained: number }
  | { event: 'match_won'; seat: number };

export type PaperPlay = Play<PaperTable, PaperEvent>;
