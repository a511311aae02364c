/* Made from the Python types by `make page-types`. Change those, not this. */

export type Event =
  | RoundBegan
  | PileShown
  | TwoDrawn
  | CardKept
  | CardDiscarded
  | CardTaken
  | CardDrawn
  | PairLaid
  | EffectLost
  | PileSearched
  | CardPicked
  | CardStolen
  | TurnRepeated
  | MermaidsLaid
  | TurnEnded
  | StopCalled
  | LastChanceCalled
  | HandRevealed
  | CardRevealed
  | RoundCancelled
  | BetWon
  | BetLost
  | PointsCounted
  | MermaidCounted
  | CardsScored
  | BonusScored
  | RoundScored
  | MatchWon;

export interface Shapes {
  Table: Table;
  Event: Event;
  Options: Options;
}
/**
 * What lies before a seat.
 */
export interface Table {
  round: number;
  starter: number;
  turn: number | null;
  phase: 'discard' | 'keep' | 'lay' | 'over' | 'pick' | 'rob' | 'search' | 'take';
  hand: string[];
  drawn: string[];
  without_partner: string[];
  held: number[];
  revealed: (string[] | null)[];
  laid: string[][][];
  deck: number;
  draws?: 0 | 1 | 2;
  piles: Pile[];
  points: Points[];
  counted: boolean[];
  scores: number[];
  goal: number;
  to_call: number;
  if_called: IfCalled | null;
  caller: number | null;
  last_turns: number[];
  end_turn?: ('cancels' | 'passes' | 'reveals') | null;
  refused: {
    [k: string]: Reason;
  };
  copies: Tally;
  in_sight: Tally;
}
/**
 * A discard pile.
 */
export interface Pile {
  size: number;
  top: string | null;
  searched: boolean;
  cards: string[] | null;
}
/**
 * What a seat's cards are worth, and why.
 */
export interface Points {
  pairs: number;
  mermaids: number;
  collections: number;
  multipliers: number;
  sources: Source[];
  mermaid_colours: ColourCount[];
  total: number;
  colour_bonus: number;
  colour:
    ('black' | 'dark-blue' | 'green' | 'grey' | 'light-blue' | 'light-orange' | 'orange' | 'pink' | 'purple' | 'white' | 'yellow') | null;
}
/**
 * Points of one category, and the cards that make them.
 */
export interface Source {
  category:
    | 'boats'
    | 'captain'
    | 'colony'
    | 'crabs'
    | 'fish'
    | 'lighthouse'
    | 'mermaids'
    | 'none'
    | 'octopuses'
    | 'penguins'
    | 'sailors'
    | 'shells'
    | 'shoal'
    | 'swimmers';
  points: number;
  cards: string[];
}
/**
 * How many cards there are of a colour.
 */
export interface ColourCount {
  colour: 'black' | 'dark-blue' | 'green' | 'grey' | 'light-blue' | 'light-orange' | 'orange' | 'pink' | 'purple' | 'white' | 'yellow';
  count: number;
}
/**
 * What calling would score, with the cards that the seat has now.
 */
export interface IfCalled {
  stop: number;
  bet_won: number;
  bet_lost: number;
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
 * How many cards there are of each kind and of each colour; none is left out.
 */
export interface Tally {
  kinds: {
    [k: string]: number;
  };
  colours: {
    [k: string]: number;
  };
}
/**
 * A round began: the deck has all cards.
 */
export interface RoundBegan {
  event: 'round_began';
  starter: number;
  round: number;
  deck: number;
}
/**
 * A pile shows a new top card that nobody put there: at the beginning of a round, or because the card above was taken.
 */
export interface PileShown {
  event: 'pile_shown';
  pile: 1 | 2;
  card: string;
  deck: number;
}
/**
 * Two cards came from the deck, to choose between them.
 */
export interface TwoDrawn {
  event: 'two_drawn';
  seat: number;
  deck: number;
  first?: string;
  second?: string;
}
/**
 * One of the two drawn cards went to the hand.
 */
export interface CardKept {
  event: 'card_kept';
  seat: number;
  card?: string;
}
/**
 * The other one went to a pile.
 */
export interface CardDiscarded {
  event: 'card_discarded';
  seat: number;
  card: string;
  pile: 1 | 2;
}
/**
 * The top card of a pile went to a hand.
 */
export interface CardTaken {
  event: 'card_taken';
  seat: number;
  card: string;
  pile: 1 | 2;
}
/**
 * One card alone came from the deck: by two fish, or because it was the last.
 */
export interface CardDrawn {
  event: 'card_drawn';
  seat: number;
  deck: number;
  card?: string;
}
/**
 * Two cards that belong together were laid.
 */
export interface PairLaid {
  event: 'pair_laid';
  seat: number;
  first: string;
  second: string;
}
/**
 * A pair's effect had nothing to act on.
 */
export interface EffectLost {
  event: 'effect_lost';
  seat: number;
  kind: 'boat' | 'crab' | 'fish' | 'swimmer';
}
/**
 * A pile is looked through, by two crabs.
 */
export interface PileSearched {
  event: 'pile_searched';
  seat: number;
  pile: 1 | 2;
  cards: number;
}
/**
 * A card from under the top of a pile went to a hand.
 */
export interface CardPicked {
  event: 'card_picked';
  seat: number;
  pile: 1 | 2;
  card?: string;
}
/**
 * A card was stolen, by a swimmer and a shark.
 */
export interface CardStolen {
  event: 'card_stolen';
  seat: number;
  victim: number;
  card?: string;
}
/**
 * Two boats: the same seat takes again.
 */
export interface TurnRepeated {
  event: 'turn_repeated';
  seat: number;
}
/**
 * All four mermaids were laid.
 */
export interface MermaidsLaid {
  event: 'mermaids_laid';
  seat: number;
  laid: string[];
}
/**
 * A turn ended without a call.
 */
export interface TurnEnded {
  event: 'turn_ended';
  seat: number;
  next: number | null;
}
/**
 * STOP was called.
 */
export interface StopCalled {
  event: 'stop_called';
  seat: number;
}
/**
 * LAST CHANCE was called.
 */
export interface LastChanceCalled {
  event: 'last_chance_called';
  seat: number;
}
/**
 * A hand was revealed; its cards follow one by one.
 */
export interface HandRevealed {
  event: 'hand_revealed';
  seat: number;
  cards: number;
}
/**
 * A card of a hand that was revealed.
 */
export interface CardRevealed {
  event: 'card_revealed';
  seat: number;
  card: string;
}
/**
 * Nobody called, and the deck is empty: nobody scores.
 */
export interface RoundCancelled {
  event: 'round_cancelled';
  seat: number;
}
/**
 * Nobody has more points than the caller of LAST CHANCE.
 */
export interface BetWon {
  event: 'bet_won';
  seat: number;
  points: number;
  best: number;
}
/**
 * Another player has more points than the caller of LAST CHANCE.
 */
export interface BetLost {
  event: 'bet_lost';
  seat: number;
  points: number;
  best: number;
}
/**
 * Points of one category, and the cards that make them.
 */
export interface PointsCounted {
  event: 'points_counted';
  seat: number;
  category:
    | 'boats'
    | 'captain'
    | 'colony'
    | 'crabs'
    | 'fish'
    | 'lighthouse'
    | 'mermaids'
    | 'none'
    | 'octopuses'
    | 'penguins'
    | 'sailors'
    | 'shells'
    | 'shoal'
    | 'swimmers';
  points: number;
  made_by: string[];
}
/**
 * The colour that one of a seat's mermaids counts.
 */
export interface MermaidCounted {
  event: 'mermaid_counted';
  seat: number;
  colour: 'black' | 'dark-blue' | 'green' | 'grey' | 'light-blue' | 'light-orange' | 'orange' | 'pink' | 'purple' | 'white' | 'yellow';
  points: number;
}
/**
 * The points of a seat's cards, and whether they count.
 */
export interface CardsScored {
  event: 'cards_scored';
  seat: number;
  points: number;
  counts: boolean;
}
/**
 * A seat's colour bonus, and whether it counts.
 */
export interface BonusScored {
  event: 'bonus_scored';
  seat: number;
  points: number;
  counts: boolean;
  colour:
    ('black' | 'dark-blue' | 'green' | 'grey' | 'light-blue' | 'light-orange' | 'orange' | 'pink' | 'purple' | 'white' | 'yellow') | null;
}
/**
 * What a seat gained in the round.
 */
export interface RoundScored {
  event: 'round_scored';
  seat: number;
  gained: number;
  score: number;
}
/**
 * A seat has won the match, alone or with others.
 */
export interface MatchWon {
  event: 'match_won';
  seat: number;
  by: 'mermaids' | 'points' | 'shared' | 'tie';
}
/**
 * The options of a table.
 */
export interface Options {
  target: ('double' | 'standard') | number;
}
