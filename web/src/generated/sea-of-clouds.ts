/* Made from the Python types by `make page-types`. Change those, not this. */

export type Event =
  | MatchBegan
  | RoundBegan
  | TurnBegan
  | ShareLookedAt
  | CardSeen
  | ShareLeft
  | ShareTaken
  | CardAdded
  | DoubloonAdded
  | CardDrawn
  | CardLaid
  | CardLaidFaceDown
  | CardDiscarded
  | DoubloonsGained
  | ChestFilled
  | ChestEmptied
  | ParrotTaken
  | BoardingBegan
  | CrewCounted
  | FightWon
  | FightUndecided
  | ChestPassed
  | ChestMoved
  | PirateSent
  | DoubloonsStolen
  | RumStolen
  | RumGiven
  | RumsSwapped
  | ObjectsSwapped
  | LootTaken
  | EffectsDeclined
  | BoardingEnded
  | CrewLeft
  | DoubloonsCounted
  | CardsCounted
  | CategoryCounted
  | MatchScored
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
  phase: 'choosing_loot' | 'discarding' | 'giving_object' | 'giving_rum' | 'laying' | 'looking' | 'over' | 'sending' | 'taking_object';
  round: number;
  rounds: number;
  boardings: number[];
  hat: number;
  parrot: number;
  turn: number;
  pairings: Pairing[];
  deck: DrawPile;
  shares: Share[];
  share: number | null;
  leaving?: ('card' | 'doubloon' | 'share') | null;
  hand: HandCard[];
  chest?: string | null;
  boards: Board[];
  choices: Choice[];
  lost: string[];
  discards: string[];
  removed: string | null;
  boarding: Boarding | null;
  refused: {
    [k: string]: Reason;
  };
  at_once: string[];
  in_sight: {
    [k: string]: number;
  };
  kinds: {
    [k: string]: Kind;
  };
}
/**
 * Two neighbours who fight in a boarding.
 */
export interface Pairing {
  one: number;
  other: number;
}
/**
 * The deck that is drawn from.
 */
export interface DrawPile {
  cards: number;
  back: ('object' | 'pirate' | 'relic' | 'rum') | null;
}
/**
 * One of the shares of the loot, its oldest card first.
 */
export interface Share {
  cards: FaceDown[];
  doubloons: number;
}
/**
 * A card of which everybody sees the back.
 */
export interface FaceDown {
  back: 'object' | 'pirate' | 'relic' | 'rum';
  card: string | null;
  seen_by: number[];
  set?: SetWorth;
}
/**
 * How many Relics of a set there would be, and what they would be worth together.
 */
export interface SetWorth {
  count: number;
  points: number;
}
/**
 * A card that was taken and is not yet laid.
 */
export interface HandCard {
  back: 'object' | 'pirate' | 'relic' | 'rum';
  card: string | null;
  seen_by: number[];
  set?: SetWorth;
  place: number;
}
/**
 * What lies before a seat.
 */
export interface Board {
  seat: number;
  doubloons: number;
  chest: number | null;
  strength: number;
  pirates: string[];
  relics: string[];
  objects: string[];
  rums: Hidden;
  secrets: Hidden;
  points: Points;
  face_up_points: number;
  known_points: number;
  counted: KindCounted[];
}
/**
 * The face-down cards of a type on a board.
 */
export interface Hidden {
  count: number;
  back: 'object' | 'pirate' | 'relic' | 'rum';
  seen: SeenCard[];
}
/**
 * A face-down card that this seat knows, and who surely knows it too.
 */
export interface SeenCard {
  card: string;
  seen_by: number[];
}
/**
 * Points by category, of the cards that this seat knows.
 */
export interface Points {
  doubloons: number;
  rums: number;
  relics: number;
  secrets: number;
  objects: number;
}
/**
 * What the cards of a kind count.
 */
export interface KindCounted {
  kind: string;
  count: number;
  points: number;
}
/**
 * A kind of card that may be chosen.
 */
export interface Choice {
  kind: string;
  count: number;
}
/**
 * A boarding in progress.
 */
export interface Boarding {
  strengths: number[];
  fights: Fight[];
  won: Victory[];
  actor: number;
  applied: Applied;
  sent: string | null;
  target: number | null;
  given: string | null;
}
/**
 * A fight of a boarding; a tie goes by the Parrot, and nobody wins without Pirates.
 */
export interface Fight {
  one: number;
  other: number;
  winner: number | null;
  tied: boolean;
}
/**
 * A fight that a seat has won: on which side, and against whom.
 */
export interface Victory {
  seat: number;
  side: 'left' | 'right';
  loser: number;
}
/**
 * The Pirates that have acted, by the side of the beaten opponent.
 */
export interface Applied {
  left: string[];
  right: string[];
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
 * What a kind of card is and does; which numbers it has depends on its type and effect.
 */
export interface Kind {
  type: 'instant' | 'object' | 'pirate' | 'relic' | 'rum' | 'secret';
  back: 'object' | 'pirate' | 'relic' | 'rum';
  count: number;
  source: 'reconstruction' | 'rulebook';
  effect:
    | 'add-to-shares'
    | 'chest'
    | 'collection'
    | 'discard-object'
    | 'discard-pirates'
    | 'gain-doubloons'
    | 'majority'
    | 'most-doubloons'
    | 'most-relics'
    | 'most-rums'
    | 'points'
    | 'points-per-object'
    | 'points-per-relic'
    | 'points-per-rum'
    | 'set'
    | 'steal-doubloons'
    | 'steal-rums'
    | 'strength'
    | 'swap-object'
    | 'swap-rum'
    | 'take-loot'
    | 'take-parrot'
    | 'value';
  strength?: number;
  once?: boolean;
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
/**
 * The first player has the Hat and the Parrot; the deck has this many cards.
 */
export interface MatchBegan {
  event: 'match_began';
  seat: number;
  seats: number;
  rounds: number;
  deck: number;
}
/**
 * The ship reaches the next island; the seat with the Hat begins.
 */
export interface RoundBegan {
  event: 'round_began';
  seat: number;
  round: number;
}
/**
 * A seat's turn.
 */
export interface TurnBegan {
  event: 'turn_began';
  seat: number;
  round: number;
}
/**
 * A seat looks at a share.
 */
export interface ShareLookedAt {
  event: 'share_looked_at';
  seat: number;
  share: number;
  cards: number;
  doubloons: number;
}
/**
 * A seat sees a card; only that seat gets this event.
 */
export interface CardSeen {
  event: 'card_seen';
  seat: number;
  share: number;
  place: number;
  card: string;
}
/**
 * A seat leaves the share that it looked at.
 */
export interface ShareLeft {
  event: 'share_left';
  seat: number;
  share: number;
}
/**
 * A seat takes a share.
 */
export interface ShareTaken {
  event: 'share_taken';
  seat: number;
  share: number;
  cards: number;
  doubloons: number;
}
/**
 * A card goes from the deck to a share; `next` is the back on top of the deck now.
 */
export interface CardAdded {
  event: 'card_added';
  share: number;
  back: 'object' | 'pirate' | 'relic' | 'rum';
  next: ('object' | 'pirate' | 'relic' | 'rum') | null;
}
/**
 * A doubloon goes from the stock to a share.
 */
export interface DoubloonAdded {
  event: 'doubloon_added';
  share: number;
}
/**
 * A seat that left every share takes the top card of the deck; `next` is the back on top now.
 */
export interface CardDrawn {
  event: 'card_drawn';
  seat: number;
  back: 'object' | 'pirate' | 'relic' | 'rum';
  next: ('object' | 'pirate' | 'relic' | 'rum') | null;
}
/**
 * `change` is what it adds to the strength of the crew.
 */
export interface CardLaid {
  event: 'card_laid';
  seat: number;
  card: string;
  change: number;
}
/**
 * A card is laid face down; only the seat itself sees which.
 */
export interface CardLaidFaceDown {
  event: 'card_laid_face_down';
  seat: number;
  back: 'object' | 'pirate' | 'relic' | 'rum';
  type?: 'rum' | 'secret';
  card?: string;
}
/**
 * `change` is what the strength of the crew changes by.
 */
export interface CardDiscarded {
  event: 'card_discarded';
  seat: number;
  card: string;
  change: number;
}
/**
 * A seat gains doubloons from the stock.
 */
export interface DoubloonsGained {
  event: 'doubloons_gained';
  seat: number;
  doubloons: number;
}
/**
 * The Chest gets its doubloons.
 */
export interface ChestFilled {
  event: 'chest_filled';
  seat: number;
  doubloons: number;
}
/**
 * The doubloons of a discarded Chest return to the stock.
 */
export interface ChestEmptied {
  event: 'chest_emptied';
  seat: number;
  doubloons: number;
}
/**
 * The Parrot flies to a seat.
 */
export interface ParrotTaken {
  event: 'parrot_taken';
  seat: number;
  from: number;
}
/**
 * A boarding begins; the Pirates of the seat with the Parrot act first.
 */
export interface BoardingBegan {
  event: 'boarding_began';
  parrot: number;
  round: number;
}
/**
 * A crew's strength for this boarding.
 */
export interface CrewCounted {
  event: 'crew_counted';
  seat: number;
  strength: number;
  pirates: number;
}
/**
 * A seat beats a neighbour; if they are `tied`, by the Parrot.
 */
export interface FightWon {
  event: 'fight_won';
  seat: number;
  loser: number;
  strength: number;
  against: number;
  tied?: boolean;
}
/**
 * Nobody wins: the stronger has no Pirates.
 */
export interface FightUndecided {
  event: 'fight_undecided';
  seat: number;
  other: number;
  strength: number;
  against: number;
  tied?: boolean;
}
/**
 * The Chest goes to the winner; `moved` doubloons come off it to their board, `left` stay on it.
 */
export interface ChestPassed {
  event: 'chest_passed';
  seat: number;
  from: number;
  moved: number;
  left: number;
}
/**
 * The Chest has changed hands in a swap: the doubloons on it go along.
 */
export interface ChestMoved {
  event: 'chest_moved';
  seat: number;
  from: number;
  doubloons: number;
}
/**
 * A Pirate acts against a beaten opponent.
 */
export interface PirateSent {
  event: 'pirate_sent';
  seat: number;
  card: string;
  victim: number;
}
/**
 * Doubloons go from one board to another.
 */
export interface DoubloonsStolen {
  event: 'doubloons_stolen';
  seat: number;
  victim: number;
  doubloons: number;
}
/**
 * Only the two are told which.
 */
export interface RumStolen {
  event: 'rum_stolen';
  seat: number;
  victim: number;
  card?: string;
}
/**
 * Only the two are told which.
 */
export interface RumGiven {
  event: 'rum_given';
  seat: number;
  victim: number;
  card?: string;
}
/**
 * The Rum that came for the one given; only the two are told which.
 */
export interface RumsSwapped {
  event: 'rums_swapped';
  seat: number;
  victim: number;
  card?: string;
}
/**
 * Two Objects change hands.
 */
export interface ObjectsSwapped {
  event: 'objects_swapped';
  seat: number;
  victim: number;
  given: string;
  taken: string;
}
/**
 * A Pirate takes a card of the loot, unseen.
 */
export interface LootTaken {
  event: 'loot_taken';
  seat: number;
  share: number;
  place: number;
  back: 'object' | 'pirate' | 'relic' | 'rum';
}
/**
 * A seat declines every effect that is left.
 */
export interface EffectsDeclined {
  event: 'effects_declined';
  seat: number;
}
/**
 * All Pirates have left.
 */
export interface BoardingEnded {
  event: 'boarding_ended';
  round: number;
}
/**
 * A crew's strength after a boarding, by its modifiers alone.
 */
export interface CrewLeft {
  event: 'crew_left';
  seat: number;
  strength: number;
}
/**
 * The final count: doubloons, and those on the Chest.
 */
export interface DoubloonsCounted {
  event: 'doubloons_counted';
  seat: number;
  doubloons: number;
  chest: number;
}
/**
 * The final count: the cards of a kind.
 */
export interface CardsCounted {
  event: 'cards_counted';
  seat: number;
  kind: string;
  count: number;
  points: number;
}
/**
 * The final count: all of a category.
 */
export interface CategoryCounted {
  event: 'category_counted';
  seat: number;
  category: 'doubloons' | 'objects' | 'relics' | 'rums' | 'secrets';
  points: number;
}
/**
 * The final count: everything.
 */
export interface MatchScored {
  event: 'match_scored';
  seat: number;
  points: number;
}
/**
 * `tied`: how many had that many points.
 */
export interface MatchWon {
  event: 'match_won';
  seat: number;
  points: number;
  tied: number;
}
/**
 * The options of a table.
 */
export interface Options {
  first_player: number | 'lot';
  deck: string;
}
