/* Made from the Python types by `make page-types`. Change those, not this. */

export type Event =
  | RoundBegan
  | CardDealt
  | LifebuoysTaken
  | WaterTurned
  | CardRevealed
  | CardPlayed
  | WentAhead
  | WaterTaken
  | LifebuoyLost
  | SeatEliminated
  | RoundScored
  | ScoreChanged
  | HandPassed
  | MatchWon;

export interface Shapes {
  Table: Table;
  Event: Event;
  Options: Options;
}
/**
 * What a seat sees on the table.
 */
export interface Table {
  round: number;
  rounds: number;
  trick: number;
  tricks: number;
  open: boolean;
  dealer: number;
  leader: number | null;
  hand: string[];
  choice: string | null;
  may_change: boolean;
  chosen: boolean[];
  refused: {
    [k: string]: Reason;
  };
  water: string[];
  trick_cards: (string | null)[];
  ahead: number[];
  last_trick: Paid[];
  levels: number[];
  highest?: number[];
  lifebuoys: number[];
  out: boolean[];
  discards: string[][];
  hands: number[];
  passes_to: number[];
  totals: number[];
  scores: number[];
  points: number[][];
  halves: number[];
  turned: number[];
  copies: number;
}
/**
 * Why something can't be done: a key of the locales, and its values.
 */
export interface Reason {
  key: string;
  values: {
    [k: string]: string;
  };
}
/**
 * One seat's part in the last trick.
 */
export interface Paid {
  seat: number;
  card: string;
  took: string | null;
  level: number;
  paid: boolean;
  out: boolean;
}
/**
 * A round began.
 */
export interface RoundBegan {
  event: 'round_began';
  dealer: number;
  round: number;
}
/**
 * A seat was dealt a card, which only it sees.
 */
export interface CardDealt {
  event: 'card_dealt';
  seat: number;
  card?: string;
}
/**
 * A seat took the lifebuoys of its hand.
 */
export interface LifebuoysTaken {
  event: 'lifebuoys_taken';
  seat: number;
  lifebuoys: number;
}
/**
 * Two water cards were turned up.
 */
export interface WaterTurned {
  event: 'water_turned';
  first: string;
  second: string;
}
/**
 * A chosen card was turned over.
 */
export interface CardRevealed {
  event: 'card_revealed';
  seat: number;
  card: string;
}
/**
 * A card was played face up, in the open variant.
 */
export interface CardPlayed {
  event: 'card_played';
  seat: number;
  card: string;
}
/**
 * In the open variant: who would take the lower water now, and who the higher.
 */
export interface WentAhead {
  event: 'went_ahead';
  seat: number;
  runner_up: number | null;
}
/**
 * A seat took a water card, which covers the one it had.
 */
export interface WaterTaken {
  event: 'water_taken';
  seat: number;
  water: string;
  covered: string | null;
  highest?: number[];
}
/**
 * A seat paid for its level.
 */
export interface LifebuoyLost {
  event: 'lifebuoy_lost';
  seat: number;
  level: number;
  left: number;
}
/**
 * A seat could not pay for its level, and is out of the round.
 */
export interface SeatEliminated {
  event: 'seat_eliminated';
  seat: number;
  level: number;
  highest?: number[];
}
/**
 * What a seat's points in a round are made of.
 */
export interface RoundScored {
  event: 'round_scored';
  seat: number;
  kept: number;
  eliminated: number;
  bonus: number;
}
/**
 * A seat's points in the round, and its total.
 */
export interface ScoreChanged {
  event: 'score_changed';
  seat: number;
  points: number;
  score: number;
}
/**
 * A seat passed its hand on.
 */
export interface HandPassed {
  event: 'hand_passed';
  seat: number;
  to: number;
}
/**
 * A seat won the match.
 */
export interface MatchWon {
  event: 'match_won';
  seat: number;
  points: number;
}
/**
 * The options of a table.
 */
export interface Options {
  open: boolean;
  change: boolean;
  first_dealer: 'lot' | number;
}
