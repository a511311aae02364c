/* Made from the Python types by `make page-types`. Change those, not this. */

export type Event =
  | RoundBegan
  | CardDealt
  | CardPlayed
  | TrumpSet
  | SeaChanged
  | CardDrawn
  | WentAhead
  | TrickWon
  | CardCounted
  | RoundScored
  | VpEarned
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
  dealer: number;
  hand: string[];
  refused: {
    [k: string]: Reason;
  };
  may?: ('follow' | 'free' | 'lead') | null;
  to_match?: number | null;
  sea_changes?: string[];
  held: number[];
  pile: number;
  trick: Played[];
  ahead: number | null;
  last_trick: Played[];
  last_winner: number | null;
  lead: ('B' | 'G' | 'P' | 'R' | 'Y') | null;
  trump: ('B' | 'G' | 'P' | 'R' | 'Y') | null;
  tricks: number[];
  taken: number[];
  sides: number[];
  vps: number[];
  goals: number[];
  suits: string;
  points: number[];
  zero_points: number;
  copies: number[];
  played: number[];
  needs_eight: boolean;
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
 * A card of a trick, and who played it.
 */
export interface Played {
  seat: number;
  card: string;
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
 * A seat played a card.
 */
export interface CardPlayed {
  event: 'card_played';
  seat: number;
  card: string;
}
/**
 * The round's first card made its suit trump.
 */
export interface TrumpSet {
  event: 'trump_set';
  seat: number;
  suit: 'B' | 'G' | 'P' | 'R' | 'Y';
}
/**
 * A card of the same value as the one before changed the trump.
 */
export interface SeaChanged {
  event: 'sea_changed';
  seat: number;
  old: 'B' | 'G' | 'P' | 'R' | 'Y';
  suit: 'B' | 'G' | 'P' | 'R' | 'Y';
}
/**
 * A seat drew a card, which only it sees.
 */
export interface CardDrawn {
  event: 'card_drawn';
  seat: number;
  card?: string;
}
/**
 * This seat's card would win the trick now: it has just been played, or the trump has just changed.
 */
export interface WentAhead {
  event: 'went_ahead';
  seat: number;
  how: 'highest_of_lead' | 'highest_trump';
}
/**
 * A seat won a trick; `how` is what made its card the best.
 */
export interface TrickWon {
  event: 'trick_won';
  seat: number;
  points: number;
  cards: number;
  how: 'highest_of_lead' | 'highest_trump';
}
/**
 * A card that a side has taken counts at the end of a round.
 */
export interface CardCounted {
  event: 'card_counted';
  side: number;
  card: string;
  points: number;
}
/**
 * What a side has at the end of a round.
 */
export interface RoundScored {
  event: 'round_scored';
  side: number;
  points: number;
  cards: number;
  took_zero: boolean;
}
/**
 * A side earned a VP; `vps` is its total.
 */
export interface VpEarned {
  event: 'vp_earned';
  side: number;
  vps: number;
}
/**
 * A side won the match; `by` is what decided between sides that reached their goal in the same round.
 */
export interface MatchWon {
  event: 'match_won';
  side: number;
  by: 'fewest_cards' | 'shared' | 'trump_zero' | 'vps';
}
/**
 * The options of a table.
 */
export interface Options {
  teams: number;
  target: 'standard' | number;
  suits: string;
  first_dealer: 'lot' | number;
}
