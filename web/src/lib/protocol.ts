/** What the server sends and takes, as docs/server.md says it. */

export interface Reason {
  key: string;
  values: Record<string, string | number>;
  /** In English, for a key the page has no words for. */
  text: string;
  /** The key is of the game's own book. */
  game: boolean;
}

export interface Person {
  id: string;
  name: string;
}

export interface GameListing {
  name: string;
  title: string;
  /** How long a match usually takes: from, to. */
  minutes: [number, number];
  seats: number[];
  default_seats: number;
  /** `takes_file`: the text of a file may be chosen too. */
  options: { name: string; choices: Record<string, (string | number)[]>; takes_file: boolean }[];
}

export interface Games {
  games: GameListing[];
  levels: string[];
  clocks: number[];
}

export type Options = Record<string, string | number>;

export interface TableWish {
  game: string;
  seats?: number;
  options?: Options;
  public?: boolean;
  clock?: number | null;
  memory_aid?: boolean;
  sit?: boolean;
  bots?: (string | null)[];
  start?: boolean;
}

export interface Chair {
  seat: number;
  kind: 'person' | 'bot' | 'empty';
  id: string | null;
  name: string;
  connected: boolean;
  /** A bot plays for this person until they return. */
  covered: 'clock' | 'left' | null;
  level: string | null;
  resigned: boolean;
}

export interface TableInfo {
  id: string;
  version: number;
  game: string;
  seats: number;
  options: Options;
  public: boolean;
  clock: number | null;
  memory_aid: boolean;
  chat: boolean;
  stage: 'open' | 'playing' | 'over';
  maker: Person;
  chairs: Chair[];
  match: string | null;
  matches: string[];
  watching: number;
  made: number;
  you: (Person & { seat: number | null; maker: boolean }) | null;
  your_turn?: boolean;
  /** Among one's own tables: how each match ended, oldest first. */
  results?: Result[];
}

export interface Result {
  match: string;
  ended: 'over' | 'abandoned';
  at: number;
  winners: { seat: number; /** "": a bot. */ name: string }[];
  /** Where you sat, and whether you won; null if you did not play it to its end. */
  seat: number | null;
  won: boolean | null;
}

/** Something that happened; the fields are the game's own (see its types.ts). */
export interface GameEvent {
  event: string;
  [field: string]: unknown;
}

/** All that a seat may know. `table` is the game's own (see its types.ts). */
export interface View<T = unknown> {
  game: string;
  rules: number;
  seat: number | null;
  seats: number;
  options: Options;
  to_act: number[];
  over: boolean;
  scores: number[];
  winners: number[];
  /** What you may do now: the move as text, and the action to send. */
  legal: Record<string, number>;
  table: T;
  memory?: unknown;
}

export type Ended = 'over' | 'abandoned' | null;

/** Where a match stands. */
export interface Standing {
  number: number;
  view: View;
  events: GameEvent[];
  /** Seconds left to act, by seat. */
  left: Record<string, number>;
  take_back: boolean;
  ended: Ended;
  seed: string | null;
}

export interface MatchInfo extends Standing {
  id: string;
  seat: number | null;
  commitment: string;
}

export interface ChatLine {
  number: number;
  person: string;
  name: string;
  text: string;
  at: number;
}

export type FromServer =
  | { type: 'table'; table: TableInfo; match: MatchInfo | null; chat: ChatLine[] }
  | ({ type: 'moved'; match: string } & Standing)
  | { type: 'ack'; id: string; number: number }
  | { type: 'refused'; id: string; reason: Reason; match: string | null; number: number | null; view: View | null }
  | { type: 'chatted'; line: ChatLine }
  | { type: 'present'; connected: boolean[]; watching: number }
  | { type: 'error'; id: string | null; reason: Reason }
  | { type: 'pong'; id: string };

export type ToServer =
  | { type: 'play'; match: string; number: number; action: number }
  | { type: 'take_back'; match: string; number: number }
  | { type: 'chat'; text: string }
  | { type: 'return' }
  | { type: 'ping' };

/** Why the server closed the line. */
export const CLOSED = { gone: 4404, removed: 4403, tooFast: 4408, oldRules: 4410, tooLarge: 4413, tooMany: 4429 } as const;

export interface MatchRecord {
  seaboard: number;
  game: string;
  rules: number;
  seats: number;
  options: Options;
  moves: [seat: number, action: number][];
  scores: number[];
  winners: number[];
  match?: string;
  names?: string[];
  started?: number;
  ended?: Ended;
}

export interface ReplayFrame {
  number: number;
  move: { seat: number; action: number; text: string } | null;
  events: GameEvent[];
  view: View;
}

/** A game's lesson: an example of its rules, to be played. */
export interface LessonListing {
  name: string;
  /** The section of the rules that it shows. */
  section: string;
  seats: number;
  seat: number;
}

export interface Lesson {
  name: string;
  seat: number;
  frames: { number: number; events: GameEvent[]; view: View }[];
  /** Whether its goal was reached; null while it lasts. */
  reached: boolean | null;
}

export interface Replay {
  record: MatchRecord;
  seat: number | null;
  frames: ReplayFrame[];
}
