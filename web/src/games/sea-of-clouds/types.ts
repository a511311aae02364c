/** What view.py tells: `view.table` and the events. */
export type Phase =
  'looking' | 'laying' | 'sending' | 'choosing_loot' | 'giving_rum' | 'giving_object' | 'taking_object' | 'discarding' | 'over';
export type Side = 'left' | 'right';
export type Category = 'doubloons' | 'rums' | 'relics' | 'secrets' | 'objects';

/** A card of which everybody sees the back; `card` is there if you know it. */
export interface FaceDown {
  back: string;
  card: string | null;
  seen_by: number[];
  /** Of a Relic that you hold: how many of its set you would have with all that you hold, and what they would count. */
  set?: { count: number; points: number };
  /** In the hand: where, for good. */
  place?: number;
}

export interface Share {
  cards: FaceDown[];
  doubloons: number;
}

export interface Hidden {
  count: number;
  back: string;
  /** Those that can be seen, each with the seats that know it too. */
  seen: { card: string; seen_by: number[] }[];
}

export interface Board {
  seat: number;
  doubloons: number;
  /** Doubloons on the Chest that lies here. */
  chest: number | null;
  strength: number;
  pirates: string[];
  relics: string[];
  objects: string[];
  rums: Hidden;
  secrets: Hidden;
  /** What the cards that you know would count now. */
  points: Record<Category, number>;
  /** What the doubloons and the face-up cards count. */
  face_up_points: number;
  /** What all the cards count that you know. */
  known_points: number;
  counted: { kind: string; count: number; points: number }[];
}

/** Two neighbours who fight in a boarding. */
export interface Pairing {
  one: number;
  other: number;
}

export interface Fight extends Pairing {
  winner: number | null;
  /** Settled by the Parrot. */
  tied: boolean;
}

export interface Boarding {
  strengths: number[];
  /** Those that have been fought; while a boarding is shown, as far as it is shown. */
  fights: Fight[];
  won: { seat: number; side: Side; loser: number }[];
  actor: number;
  /** Pirates that have acted, by the side of the beaten opponent. */
  applied: Record<Side, string[]>;
  /** The Pirate that acts now, against whom, and what is given in a swap. */
  sent: string | null;
  target: number | null;
  given: string | null;
}

/** What a kind of card is and does; a host's own deck may bring a title and a text. */
export interface Kind {
  type: 'rum' | 'relic' | 'object' | 'instant' | 'secret' | 'pirate';
  back: string;
  count: number;
  source: string;
  effect: string;
  strength?: number;
  once?: boolean;
  /** A Pirate whose effect may be declined. */
  optional?: boolean;
  values?: number[];
  value?: number;
  most?: number;
  others?: number;
  points?: number;
  doubloons?: number;
  rums?: number;
  title?: string;
  text?: string;
}

export interface CloudsTable {
  phase: Phase;
  round: number;
  rounds: number;
  /** Rounds after which there is a boarding. */
  boardings: number[];
  hat: number;
  parrot: number;
  turn: number;
  /** The fights of a boarding, in their order. */
  pairings: Pairing[];
  deck: { cards: number; back: string | null };
  shares: Share[];
  /** The share that is looked at. */
  share: number | null;
  /** Taken, and not yet laid. */
  hand: FaceDown[];
  boards: Board[];
  /** The cards on a board among which you are to choose. */
  choices: { kind: string; count: number }[];
  /** Rums you have seen that now lie on some other board. */
  lost: string[];
  discards: string[];
  removed: string | null;
  boarding: Boarding | null;
  refused: Record<string, { key: string; values: Record<string, string> }>;
  kinds: Record<string, Kind>;
}

export type CloudsEvent =
  | { event: 'match_began'; seat: number; seats: number; rounds: number; deck: number }
  | { event: 'round_began'; seat: number; round: number }
  | { event: 'turn_began'; seat: number; round: number }
  | { event: 'share_looked_at'; seat: number; share: number; cards: number; doubloons: number }
  | { event: 'card_seen'; seat: number; share: number; place: number; card: string }
  | { event: 'share_left'; seat: number; share: number }
  | { event: 'share_taken'; seat: number; share: number; cards: number; doubloons: number }
  | { event: 'card_added'; share: number; back: string; next: string | null }
  | { event: 'doubloon_added'; share: number }
  | { event: 'card_drawn'; seat: number; back: string; next: string | null }
  | { event: 'card_laid'; seat: number; card: string; change: number }
  | { event: 'card_laid_face_down'; seat: number; back: string; card?: string }
  | { event: 'card_discarded'; seat: number; card: string; change: number }
  | { event: 'doubloons_gained'; seat: number; doubloons: number }
  | { event: 'chest_filled'; seat: number; doubloons: number }
  | { event: 'chest_emptied'; seat: number; doubloons: number }
  | { event: 'parrot_taken'; seat: number; from: number }
  | { event: 'boarding_began'; parrot: number; round: number }
  | { event: 'crew_counted'; seat: number; strength: number; pirates: number }
  | { event: 'fight_won'; seat: number; loser: number; strength: number; against: number }
  | { event: 'fight_undecided'; seat: number; other: number; strength: number; against: number }
  | { event: 'chest_passed'; seat: number; from: number; moved: number; left: number }
  | { event: 'pirate_sent'; seat: number; card: string; victim: number }
  | { event: 'doubloons_stolen'; seat: number; victim: number; doubloons: number }
  | { event: 'rum_stolen'; seat: number; victim: number; card?: string }
  | { event: 'rum_given'; seat: number; victim: number; card?: string }
  | { event: 'rums_swapped'; seat: number; victim: number; card?: string }
  | { event: 'objects_swapped'; seat: number; victim: number; given: string; taken: string }
  | { event: 'loot_taken'; seat: number; share: number; place: number; back: string }
  | { event: 'effects_declined'; seat: number }
  | { event: 'boarding_ended'; round: number }
  | { event: 'crew_left'; seat: number; strength: number }
  | { event: 'doubloons_counted'; seat: number; doubloons: number; chest: number }
  | { event: 'cards_counted'; seat: number; kind: string; count: number; points: number }
  | { event: 'category_counted'; seat: number; category: Category; points: number }
  | { event: 'match_scored'; seat: number; points: number }
  | { event: 'match_won'; seat: number; points: number; tied: number };
