/* Made from the Python types by `make page-types`. Change those, not this. */

export type FromClient = Play | TakeBack | Chat | React | Return | Commit | Reveal | Ping;
export type FromReader = Look | Away;
export type FromServer = Hello | Snapshot | Moved | Ack | Held | Refusal | Chatted | Reacted | Present | Error | Pong;

export interface Protocol {
  FromClient: FromClient;
  FromReader: FromReader;
  FromServer: FromServer;
  GuestRequest: GuestRequest;
  LinkRequest: LinkRequest;
  RecoveryRequest: RecoveryRequest;
  PasskeyRequest: PasskeyRequest;
  HintsRequest: HintsRequest;
  HintRequest: HintRequest;
  PuzzleRequest: PuzzleRequest;
  ChallengeRequest: ChallengeRequest;
  DuplicateRequest: DuplicateRequest;
  ReportRequest: ReportRequest;
  HostRequest: HostRequest;
  BanRequest: BanRequest;
  LiftRequest: LiftRequest;
  InviteRequest: InviteRequest;
  ListedRequest: ListedRequest;
  EraseRequest: EraseRequest;
  TableRequest: TableRequest;
  SetUpRequest: SetUpRequest;
  SeatRequest: SeatRequest;
  BotRequest: BotRequest;
  StartRequest: StartRequest;
  ResignRequest: ResignRequest;
  CoverRequest: CoverRequest;
  RemoveRequest: RemoveRequest;
  ChatRequest: ChatRequest;
  LessonRequest: LessonRequest;
  ReviewRequest: ReviewRequest;
  PracticeRequest: PracticeRequest;
  PushRequest: PushRequest;
  NotifyRequest: NotifyRequest;
  Person: Person;
  Devices: Devices;
  DeviceLink: DeviceLink;
  LinkFound: LinkFound;
  RecoveryCode: RecoveryCode;
  PasskeyOptions: PasskeyOptions;
  Hint: Hint;
  Puzzles: Puzzles;
  PuzzlePosition: PuzzlePosition;
  PuzzleVerdict: PuzzleVerdict;
  Deal: Deal;
  Deals: Deals;
  Daily: Daily;
  DayKey: DayKey;
  HostPage: HostPage;
  Notice: Notice;
  Reach: Reach;
  Health: Health;
  Companions: Companions;
  Profile: Profile;
  PastMatches: PastMatches;
  Leaderboard: Leaderboard;
  Table: Table;
  Tables: Tables;
  MyTables: MyTables;
  Replay: Replay;
  Lessons: Lessons;
  Lesson: Lesson;
  ReviewMessage: ReviewMessage;
  Games: Games;
  Locale: Locale;
  Summary: Summary;
  Blocked: Blocked;
  Done: Done;
  PushKey: PushKey;
  Problem: Problem;
}
/**
 * Play: `number` is the last one seen, `action` one of the values of `view.legal`.
 */
export interface Play {
  type: 'play';
  id: string;
  match: string;
  number: number;
  action: number;
}
/**
 * Take back your last move and all after it; only while all others at the table are bots.
 */
export interface TakeBack {
  type: 'take_back';
  id: string;
  match: string;
  number: number;
}
/**
 * Send a chat line; for seated people and the host.
 */
export interface Chat {
  type: 'chat';
  id: string;
  text: string;
}
/**
 * Show a reaction at your seat for a moment; it is not stored.
 */
export interface React {
  type: 'react';
  id: string;
  reaction: 'ahoy' | 'laugh' | 'oops' | 'thanks' | 'well_played' | 'wow';
}
/**
 * Reclaim your covered seat.
 */
export interface Return {
  type: 'return';
  id: string;
}
/**
 * Commit to your bytes for the table's next match with their SHA-256, before anybody's are revealed.
 */
export interface Commit {
  type: 'commit';
  id: string;
  match: string;
  commitment: string;
}
/**
 * Reveal your bytes, when `coming.dealing` says so; they are left out if they don't come within 3 seconds.
 */
export interface Reveal {
  type: 'reveal';
  id: string;
  match: string;
  bytes: string;
}
/**
 * Keep-alive ping.
 */
export interface Ping {
  type: 'ping';
  id: string;
}
/**
 * The user sees the invitations: none of their devices is sent a push for another one.
 */
export interface Look {
  type: 'look';
}
/**
 * The user doesn't see the invitations any more.
 */
export interface Away {
  type: 'away';
}
/**
 * The first message, to clients that said which version they speak: the server's own version, and the oldest it speaks.
 */
export interface Hello {
  type: 'hello';
  protocol: number;
  oldest: number;
}
/**
 * Everything, on connecting and whenever anything but a move changes (chairs, stage, a new match, a take-back).
 */
export interface Snapshot {
  type: 'table';
  table: Table;
  match: Match | null;
  chat: Line[];
}
/**
 * A table, as one person sees it.
 */
export interface Table {
  id: string;
  version: number;
  game: string;
  seats: number;
  options: {
    [k: string]: boolean | number | string;
  };
  public: boolean;
  clock: number | null;
  memory_aid: boolean;
  chat: boolean;
  hints: boolean;
  stage: 'open' | 'over' | 'playing';
  paused: boolean;
  maker: Person;
  chairs: Chair[];
  match: string | null;
  matches: string[];
  rematch: number[];
  series: Series | null;
  coming: Coming | null;
  watching: number;
  made: number;
  practice: Practice | null;
  deal: TableDeal | null;
  duplicate: TableDuplicate | null;
  you: You | null;
}
/**
 * A guest, or (`bot`) an account of a program.
 */
export interface Person {
  id: string;
  name: string;
  bot?: boolean;
}
/**
 * A place at a table, and who sits there; `bot` is true if the person is a bot account, that is, a program.
 */
export interface Chair {
  seat: number;
  kind: 'bot' | 'empty' | 'person';
  id: string | null;
  name: string;
  connected: boolean;
  covered: ('clock' | 'left') | null;
  level: string | null;
  resigned: boolean;
  bot?: boolean;
}
/**
 * The matches that the same people have finished at a table in a row, and how often each has won.
 */
export interface Series {
  matches: number;
  standings: Standing[];
}
/**
 * How often a player has won in a series; `person` is null for the bots, which count as one side.
 */
export interface Standing {
  person: string | null;
  name: string;
  wins: number;
}
/**
 * The shuffle of a table's next match.
 */
export interface Coming {
  match: string;
  commitment: string;
  dealing: boolean;
  shares: Share[];
}
/**
 * A browser's part in a shuffle: the fingerprint of its bytes, and the bytes once it has revealed them.
 */
export interface Share {
  seat: number;
  commitment: string;
  bytes: string | null;
}
/**
 * The moment of a finished match that a table plays on from, with the same cards, and that match's result.
 */
export interface Practice {
  match: string;
  moves: number;
  scores: number[];
  winners: number[];
  places?: number[];
}
/**
 * The deal that a table is played with, if others play it too; `day` is null unless it is a deal of the day.
 */
export interface TableDeal {
  id: string;
  kind: 'challenge' | 'day' | 'duplicate';
  day: string | null;
}
/**
 * A table's place in a duplicate: which of the two it is, and by seat which side sits there (null: bots alone).
 */
export interface TableDuplicate {
  number: number;
  other: string;
  sides: (number | null)[];
  level: string;
}
/**
 * Who you are at a table; `seat` is null for a spectator, `notify` says whether your devices get notifications from this table.
 */
export interface You {
  id: string;
  name: string;
  seat: number | null;
  maker: boolean;
  notify: boolean;
}
/**
 * A match from its beginning, as a seat saw it.
 */
export interface Match {
  id: string;
  number: number;
  seat: number | null;
  commitment: string;
  shares: Share[] | null;
  view: View;
  events: Event[];
  bot_moves: BotMove[];
  left: {
    [k: string]: number;
  };
  take_back: boolean;
  ended: ('abandoned' | 'over') | null;
  seed: string | null;
  secret: string | null;
}
/**
 * Everything a seat may know now; `table` is the game's own, `memory` is present if the table has a memory aid.
 */
export interface View {
  game: string;
  legal: {
    [k: string]: number;
  };
  memory?: {
    [k: string]: unknown;
  };
  options: {
    [k: string]: boolean | number | string;
  };
  over: boolean;
  rules: number;
  scores: number[];
  seat: number | null;
  seats: number;
  table: {
    [k: string]: unknown;
  };
  to_act: number[];
  winners: number[];
}
/**
 * Something that happened in a match; the other fields are the game's own.
 */
export interface Event {
  event: string;
}
/**
 * A move that a bot made for a person: the next event about this seat, from the `at`-th on, is the bot's doing.
 */
export interface BotMove {
  seat: number;
  at: number;
}
/**
 * A chat line at a table.
 */
export interface Line {
  number: number;
  person: string;
  name: string;
  text: string;
  at: number;
}
/**
 * Moves were made: `events` and `bot_moves` are the new ones only, `view` replaces the one before.
 */
export interface Moved {
  type: 'moved';
  match: string;
  number: number;
  events: Event[];
  bot_moves: BotMove[];
  view: View;
  left: {
    [k: string]: number;
  };
  take_back: boolean;
  ended: ('abandoned' | 'over') | null;
  seed: string | null;
  secret: string | null;
}
/**
 * Your message was carried out; `number` is the place of the move or of the chat line, else null.
 */
export interface Ack {
  type: 'ack';
  id: string;
  number: number | null;
}
/**
 * Your message has not been answered yet, and why: it is kept, and its answer comes as soon as there is one.
 */
export interface Held {
  type: 'held';
  id: string;
  reason: Reason;
}
/**
 * Why something was refused: a key of the locales with its values, and the sentence in English.
 */
export interface Reason {
  key: string;
  values: {
    [k: string]: string;
  };
  text: string;
  game: boolean;
}
/**
 * Your message was refused, and why; for `play` and `take_back` with where the match stands, otherwise with nulls.
 */
export interface Refusal {
  type: 'refused';
  id: string;
  reason: Reason;
  match: string | null;
  number: number | null;
  view: View | null;
}
/**
 * A new chat line.
 */
export interface Chatted {
  type: 'chatted';
  line: Line;
}
/**
 * A player shows a reaction at their seat.
 */
export interface Reacted {
  type: 'reacted';
  seat: number;
  person: string;
  reaction: 'ahoy' | 'laugh' | 'oops' | 'thanks' | 'well_played' | 'wow';
}
/**
 * Who is connected has changed: `connected` is by seat, `watching` counts spectators.
 */
export interface Present {
  type: 'present';
  connected: boolean[];
  watching: number;
}
/**
 * A message could not be read (`id` is null), came too fast, or met a failure of the server.
 */
export interface Error {
  type: 'error';
  id: string | null;
  reason: Reason;
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong';
  id: string;
}
/**
 * A guest's name.
 */
export interface GuestRequest {
  name: string;
}
/**
 * The part after the "#" of a link from another device.
 */
export interface LinkRequest {
  secret: string;
}
/**
 * A recovery code, as typed.
 */
export interface RecoveryRequest {
  code: string;
}
/**
 * A browser's response to the options: WebAuthn's `RegistrationResponseJSON` or `AuthenticationResponseJSON`.
 */
export interface PasskeyRequest {
  credential: {
    [k: string]: unknown;
  };
}
/**
 * Hints on or off.
 */
export interface HintsRequest {
  on: boolean;
}
/**
 * The match in which a hint is asked for.
 */
export interface HintRequest {
  match: string;
}
/**
 * The move to solve a puzzle with.
 */
export interface PuzzleRequest {
  action: number;
}
/**
 * A challenge: from a match that you have finished against bots or, with a game instead, with cards that nobody has seen.
 */
export interface ChallengeRequest {
  match?: string | null;
  game?: string | null;
  seats?: number | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  level?: string | null;
}
/**
 * A duplicate: two tables with the same cards, for two sides of people.
 */
export interface DuplicateRequest {
  game: string;
  seats?: number | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  clock?: number | null;
  memory_aid?: boolean;
  level?: string | null;
}
/**
 * Why a person at a table is reported; the words are optional.
 */
export interface ReportRequest {
  table: string;
  reason: 'chat' | 'cheating' | 'leaving' | 'name' | 'other';
  words?: string;
}
/**
 * The part after the "#" of a moderator's link.
 */
export interface HostRequest {
  secret: string;
}
/**
 * Ban or mute a person, for some hours or (null) for good; a ban can include, for a week at most, the network they come from.
 */
export interface BanRequest {
  kind: 'ban' | 'mute';
  hours: number | null;
  network?: boolean;
}
/**
 * Lift a ban or a mute.
 */
export interface LiftRequest {
  subject: string;
  kind: 'ban' | 'mute';
}
/**
 * Whom to invite, by the handle that you were given for them.
 */
export interface InviteRequest {
  handle: string;
}
/**
 * Whether leaderboards may show you.
 */
export interface ListedRequest {
  on: boolean;
}
/**
 * Your name, typed again, so that nobody deletes everything by mistake.
 */
export interface EraseRequest {
  name: string;
}
/**
 * A new table.
 */
export interface TableRequest {
  game: string;
  seats?: number | null;
  options?: {
    [k: string]: boolean | number | string;
  };
  public?: boolean;
  clock?: number | null;
  memory_aid?: boolean;
  sit?: boolean;
  bots?: (string | null)[];
  start?: boolean;
  shuffle?: ShuffleRequest | null;
}
/**
 * Your browser's part in a shuffle announced by `POST /api/shuffle`: 32 random bytes, in hexadecimal digits.
 */
export interface ShuffleRequest {
  match: string;
  commitment: string;
  bytes: string;
}
/**
 * How the next match of a table is played; anything left out gets its default.
 */
export interface SetUpRequest {
  options?: {
    [k: string]: boolean | number | string;
  };
  public?: boolean;
  clock?: number | null;
  memory_aid?: boolean;
}
/**
 * A chair, or any.
 */
export interface SeatRequest {
  seat?: number | null;
}
/**
 * A bot for a chair, or none.
 */
export interface BotRequest {
  seat: number;
  level: string | null;
}
/**
 * The level of bots for empty chairs.
 */
export interface StartRequest {
  fill?: string | null;
}
/**
 * The level of the bot that takes over.
 */
export interface ResignRequest {
  level?: string | null;
}
/**
 * Whom to cover for.
 */
export interface CoverRequest {
  seat: number;
}
/**
 * Whom to remove.
 */
export interface RemoveRequest {
  person: string;
}
/**
 * Chat on or off.
 */
export interface ChatRequest {
  on: boolean;
}
/**
 * The learner's moves so far.
 */
export interface LessonRequest {
  moves?: number[];
}
/**
 * Whose decisions to judge; by default your own, or nobody's if you did not play.
 */
export interface ReviewRequest {
  seat?: number | null;
}
/**
 * After how many moves to play on, in which seat (by default your own), and against whom.
 */
export interface PracticeRequest {
  moves?: number;
  seat?: number | null;
  level?: string | null;
  friends?: boolean;
}
/**
 * How to notify this device: its push subscription, and the language.
 */
export interface PushRequest {
  endpoint: string;
  key: string;
  auth: string;
  language?: 'en' | 'fr';
}
/**
 * Notifications of a table on or off.
 */
export interface NotifyRequest {
  on: boolean;
}
/**
 * Where you are signed in, your passkeys, and when your recovery code was made.
 */
export interface Devices {
  devices: DeviceListing[];
  passkeys: PasskeyListing[];
  recovery: number | null;
}
/**
 * A device on which you are signed in: browser and system, "" if unknown.
 */
export interface DeviceListing {
  id: string;
  browser: string;
  system: string;
  made: number;
  seen: number;
  this: boolean;
}
/**
 * A passkey of yours, where it was made, and the host name that it works for.
 */
export interface PasskeyListing {
  id: string;
  browser: string;
  system: string;
  made: number;
  used: number;
  site: string;
}
/**
 * The part after the "#" of `/continue#…`, and for how many seconds it can be used, once.
 */
export interface DeviceLink {
  secret: string;
  seconds: number;
}
/**
 * Whose link it is, whether you already are that person, and how many of this device's guest's tables would be merged.
 */
export interface LinkFound {
  name: string;
  yours: boolean;
  tables: number;
}
/**
 * Your recovery code, which is shown only this once.
 */
export interface RecoveryCode {
  code: string;
}
/**
 * WebAuthn's options in JSON, for the browser.
 */
export interface PasskeyOptions {
  options: {
    [k: string]: unknown;
  };
}
/**
 * The best move for you, from what you know.
 */
export interface Hint {
  action: number;
  move: string;
  gain: number;
  reason: HintReason;
}
/**
 * Why a move is better than the next best: a key of the game's locales, or else of the page's, with a number for each of them.
 */
export interface HintReason {
  key: string;
  values: {
    [k: string]: number;
  };
}
/**
 * A game's puzzles by their ids, the easiest first, and the one of the day.
 */
export interface Puzzles {
  puzzles: string[];
  today: string | null;
}
/**
 * A puzzle: what the seat that is to move has seen, and what is before it.
 */
export interface PuzzlePosition {
  id: string;
  events: Event[];
  view: View;
}
/**
 * Whether a move solves a puzzle, which move does, what each is worth (a share of the match's win), and why.
 */
export interface PuzzleVerdict {
  solved: boolean;
  answer: string;
  values: {
    [k: string]: number;
  };
  reason: HintReason;
}
/**
 * A deal that is played more than once.
 */
export interface Deal {
  id: string;
  kind: 'challenge' | 'day' | 'duplicate';
  day: string | null;
  game: string;
  seats: number;
  options: {
    [k: string]: boolean | number | string;
  };
  chairs: (string | null)[];
  maker: string | null;
  made: number;
  open: boolean;
  you: Try | null;
  played: number;
  tries: Try[];
  playing: string[];
  bots: LevelTries[];
  duplicate: Duplicate | null;
}
/**
 * A person's try at a deal; `match` is null while you may not see it, and `place` until it is finished.
 */
export interface Try {
  name: string;
  you: boolean;
  table: string | null;
  match: string | null;
  ended: ('abandoned' | 'over') | null;
  at: number | null;
  place: number | null;
  score: number | null;
  rank: number | null;
}
/**
 * How bots of a level did with the same cards in your seat: `better` is the share of them that you beat, counting ties as half.
 */
export interface LevelTries {
  level: string;
  played: number;
  wanted: number;
  better: number | null;
}
/**
 * Two tables with the same cards, and the sides in each other's seats.
 */
export interface Duplicate {
  tables: DuplicateTable[];
  over: boolean;
  totals: number[] | null;
  side: number | null;
  next: string | null;
}
/**
 * One of the two tables of a duplicate; its results are null until both are over.
 */
export interface DuplicateTable {
  table: string;
  stage: 'open' | 'over' | 'playing';
  chairs: DuplicateChair[];
  match: string | null;
  ended: ('abandoned' | 'over') | null;
  totals: number[] | null;
}
/**
 * Who sits at a table of a duplicate; `side` is null for bots alone, `score` until both tables are over.
 */
export interface DuplicateChair {
  name: string;
  level: string | null;
  side: number | null;
  you: boolean;
  score: number | null;
}
/**
 * Your challenges and duplicates, the newest first.
 */
export interface Deals {
  deals: DealListing[];
}
/**
 * A challenge or a duplicate that you have made or taken part in, in brief.
 */
export interface DealListing {
  id: string;
  kind: 'challenge' | 'day' | 'duplicate';
  game: string;
  maker: string | null;
  yours: boolean;
  made: number;
  open: boolean;
  played: number;
  playing: number;
  seats: number;
  you: Try | null;
}
/**
 * Today's deals: until when, your results, and how many days you have played in a row.
 */
export interface Daily {
  day: string;
  ends: number;
  streak: number;
  games: DailyDeal[];
  keys: DayKey[];
  yesterday: Best[];
  counts: boolean;
}
/**
 * A game's deal of the day, in brief.
 */
export interface DailyDeal {
  game: string;
  deal: string;
  open: boolean;
  played: number;
  you: Try | null;
  of: number;
}
/**
 * The published key of a day: its hash before the day begins, and the key itself when it is over.
 */
export interface DayKey {
  day: string;
  commitment: string;
  key: string | null;
}
/**
 * Yesterday's best in a game, to replay.
 */
export interface Best {
  game: string;
  deal: string;
  name: string;
  place: number;
  score: number;
  match: string;
}
/**
 * The moderation page: open reports, oldest first, public tables, bans, and moderators' latest actions.
 */
export interface HostPage {
  reports: Report[];
  tables: Table[];
  bans: BanListing[];
  acts: Act[];
  hosts: Person[];
}
/**
 * A player's report of another, with the table's chat until then, and how many `others` report them.
 */
export interface Report {
  id: string;
  at: number;
  table: string;
  person: Person;
  reporter: Person;
  reason: 'chat' | 'cheating' | 'leaving' | 'name' | 'other';
  words: string;
  chat: Line[];
  others: number;
}
/**
 * Who is banned or muted, by name where it is a person.
 */
export interface BanListing {
  subject: string;
  kind: 'ban' | 'mute';
  at: number;
  until: number | null;
  name: string;
}
/**
 * A moderator's action; `host` is "" for a command.
 */
export interface Act {
  at: number;
  host: string;
  act: string;
  subject: string;
  why: string;
}
/**
 * The notice for every page: null, or that there is maintenance ("" without a message).
 *
 *     `protocol` is the server's version of the protocol: a page with an older one reloads itself.
 */
export interface Notice {
  maintenance: string | null;
  protocol?: number;
}
/**
 * Where others on the network can reach this server, for a page on the same machine; empty if they can't.
 */
export interface Reach {
  addresses: string[];
}
/**
 * Whether the server is healthy, and whether it currently refuses new tables and guests.
 */
export interface Health {
  status: string;
  version: string;
  maintenance: boolean;
}
/**
 * Whom you can invite: people you have played with, most recent first, and bot accounts, by name.
 */
export interface Companions {
  people: Companion[];
  bots: BotAccount[];
}
/**
 * A person you have played with, and when you last did; the handle is for you alone.
 */
export interface Companion {
  handle: string;
  name: string;
  at: number;
}
/**
 * A program that is online and can be invited; the handle is for you alone.
 */
export interface BotAccount {
  handle: string;
  name: string;
}
/**
 * You, by what you have played.
 */
export interface Profile {
  name: string;
  listed: boolean;
  ratings: GameRating[];
  tallies: Tally[];
  streaks: Streak[];
  peaks: Peak[];
  reviewed: Reviewed[];
}
/**
 * Your rating in a game, the number of matches that count, and your place among listed players.
 */
export interface GameRating {
  game: string;
  rating: RatingShown;
  matches: number;
  place: number | null;
}
/**
 * A rating in points, and half the width of its 95 % interval; a bot's is exact.
 */
export interface RatingShown {
  points: number;
  margin: number;
}
/**
 * How often you have played and won, in one category.
 */
export interface Tally {
  game: string;
  seats: number;
  level: string;
  matches: number;
  won: number;
}
/**
 * Matches of a game won in a row: currently, and at best.
 */
export interface Streak {
  game: string;
  now: number;
  best: number;
}
/**
 * A match that stands out: by its moves, by how far you won, or by your luck, as a share of a win.
 */
export interface Peak {
  kind: 'best' | 'longest' | 'luckiest';
  match: string;
  game: string;
  at: number;
  value: number;
}
/**
 * Your error rate in a match that was reviewed.
 */
export interface Reviewed {
  match: string;
  game: string;
  at: number;
  error_rate: number;
}
/**
 * A page of your history, newest first, and the key of the next page.
 */
export interface PastMatches {
  matches: PastMatch[];
  after: string | null;
}
/**
 * A match in your history.
 */
export interface PastMatch {
  match: string;
  game: string;
  at: number;
  ended: 'abandoned' | 'over';
  seat: number;
  won: boolean;
  place: number;
  seats: Opponent[];
  counts: string;
  rating: RatingShown | null;
  error_rate: number | null;
}
/**
 * Who sat in a seat: a person's name, or a bot's level.
 */
export interface Opponent {
  name: string;
  level: string | null;
  score: number | null;
  won: boolean;
}
/**
 * A page of a leaderboard, by the lower end of each rating's interval, and the key of the next page.
 */
export interface Leaderboard {
  game: string;
  lines: Ranked[];
  after: string | null;
  you: GameRating | null;
}
/**
 * A line of a leaderboard: a person, or a level of bots, which has no place.
 */
export interface Ranked {
  place: number | null;
  name: string;
  level: string | null;
  rating: RatingShown;
  matches: number;
  you: boolean;
}
/**
 * Public tables.
 */
export interface Tables {
  tables: PublicTable[];
}
/**
 * A table that anyone may join or watch, and when it was opened or last played at.
 */
export interface PublicTable {
  id: string;
  version: number;
  game: string;
  seats: number;
  options: {
    [k: string]: boolean | number | string;
  };
  public: boolean;
  clock: number | null;
  memory_aid: boolean;
  chat: boolean;
  hints: boolean;
  stage: 'open' | 'over' | 'playing';
  paused: boolean;
  maker: Person;
  chairs: Chair[];
  match: string | null;
  matches: string[];
  rematch: number[];
  series: Series | null;
  coming: Coming | null;
  watching: number;
  made: number;
  practice: Practice | null;
  deal: TableDeal | null;
  duplicate: TableDuplicate | null;
  you: You | null;
  at: number;
}
/**
 * Your tables, your open invitations, the ids of people you have blocked, and the notice for every page.
 */
export interface MyTables {
  tables: MyTable[];
  invitations: Invitation[];
  blocked: string[];
  notice: Notice;
}
/**
 * One of your tables: whether it is your turn, the last activity, how its matches ended, and whom you have invited.
 */
export interface MyTable {
  id: string;
  version: number;
  game: string;
  seats: number;
  options: {
    [k: string]: boolean | number | string;
  };
  public: boolean;
  clock: number | null;
  memory_aid: boolean;
  chat: boolean;
  hints: boolean;
  stage: 'open' | 'over' | 'playing';
  paused: boolean;
  maker: Person;
  chairs: Chair[];
  match: string | null;
  matches: string[];
  rematch: number[];
  series: Series | null;
  coming: Coming | null;
  watching: number;
  made: number;
  practice: Practice | null;
  deal: TableDeal | null;
  duplicate: TableDuplicate | null;
  you: You | null;
  your_turn: boolean;
  at: number;
  results: Result[];
  invited: InvitedPerson[];
}
/**
 * How a match ended, and for the requesting person: where they sat and whether they won.
 */
export interface Result {
  match: string;
  ended: 'abandoned' | 'over';
  at: number;
  winners: Winner[];
  scores: number[];
  seat: number | null;
  won: boolean | null;
}
/**
 * Who won: by seat, and by name unless a bot sat there.
 */
export interface Winner {
  seat: number;
  name: string;
}
/**
 * A person you have invited to a table, and whether they have declined.
 */
export interface InvitedPerson {
  handle: string;
  name: string;
  declined: boolean;
}
/**
 * An invitation to a table: from whom, since when, who already sits there, how many seats are free, and the seconds per move.
 */
export interface Invitation {
  table: string;
  game: string;
  host: Person;
  at: number;
  names: string[];
  free: number;
  clock: number | null;
}
/**
 * A match, move by move.
 */
export interface Replay {
  record: MatchRecord;
  seat: number | null;
  frames: Frame[];
}
/**
 * A match as its seed and moves; the other fields are there if it was played on a server.
 */
export interface MatchRecord {
  commitment?: string;
  daily?: DailyRecord;
  ended?: 'abandoned' | 'over';
  game: string;
  hints?: [number, number][];
  match?: string;
  moves: [number, number][];
  names?: string[];
  options: {
    [k: string]: boolean | number | string;
  };
  practice?: PracticeFrom;
  rules: number;
  scores: number[];
  seaboard: number;
  seats: number;
  seed: string;
  shuffle?: Shuffle;
  started?: number;
  winners: number[];
}
/**
 * The day of a match's deal; its key is published when the day is over.
 */
export interface DailyRecord {
  commitment: string;
  day: string;
  key?: string;
}
/**
 * What a practice match plays on from: a match, and how many of its moves.
 */
export interface PracticeFrom {
  match: string;
  moves: number;
}
/**
 * What a match's seed was made of.
 */
export interface Shuffle {
  secret: string;
  shares: Share[];
}
/**
 * A match after so many moves.
 */
export interface Frame {
  number: number;
  move: Move | null;
  events: Event[];
  view: View;
  hands?: string[][];
}
/**
 * A move of a replay.
 */
export interface Move {
  seat: number;
  action: number;
  text: string;
}
/**
 * A game's lessons, in the order to take them.
 */
export interface Lessons {
  lessons: LessonListing[];
}
/**
 * A lesson: its name, the section of the rules that it shows, the number of seats, and the learner's.
 */
export interface LessonListing {
  name: string;
  section: string;
  seats: number;
  seat: number;
}
/**
 * A lesson as it stands: `reached` is whether its goal was, and null while it lasts.
 */
export interface Lesson {
  name: string;
  seat: number;
  frames: LessonFrame[];
  reached: boolean | null;
}
/**
 * What the learner saw of a move, and the view after it.
 */
export interface LessonFrame {
  number: number;
  events: Event[];
  view: View;
}
/**
 * The data of one event of a review's stream.
 */
export interface ReviewMessage {
  data: ReviewWaits | ReviewGoes | ReviewChances | ReviewDone | ReviewFailed;
}
/**
 * Other reviews come first: this one's place in the queue, 1 being next.
 */
export interface ReviewWaits {
  type: 'waits';
  place: number;
}
/**
 * Progress in the match's moves; `decisions` are those judged since the last such message.
 */
export interface ReviewGoes {
  type: 'goes';
  done: number;
  total: number;
  decisions: Decision[];
}
/**
 * A choice between several actions.
 */
export interface Decision {
  number: number;
  seat: number;
  move: string;
  best: string;
  cost: number;
  error: number | null;
  label: 'blunder' | 'good' | 'inexact' | 'mistake' | 'unclear';
  alternatives: Alternative[];
}
/**
 * One legal action of a decision.
 */
export interface Alternative {
  move: string;
  action: number;
  value: number | null;
  error: number | null;
  visits: number;
}
/**
 * Everybody's rough chances after each move; the review itself has better ones.
 */
export interface ReviewChances {
  type: 'chances';
  seats: SeatReview[];
  steps: Step[];
}
/**
 * One seat's result, split. `fair + position + luck + own + others` is the result, to the last digit.
 */
export interface SeatReview {
  seat: number;
  result: number;
  fair: number;
  position: number;
  luck: number;
  own: number;
  others: number;
  adjusted: number;
  error_rate: number | null;
  hints?: number;
}
/**
 * How one move changed everybody's chances; the first step, with `move` None, is the first deal.
 */
export interface Step {
  number: number | null;
  seat: number | null;
  move: string | null;
  values: number[];
  luck: number[];
  play: number[];
}
/**
 * The whole review; nothing follows.
 */
export interface ReviewDone {
  type: 'review';
  seat: number | null;
  review: Review;
}
/**
 * A whole match, reviewed.
 */
export interface Review {
  game: string;
  rules: number;
  seats: SeatReview[];
  steps: Step[];
  decisions: Decision[];
  story: TurningPoint[];
  simulations: number;
  playouts: number;
}
/**
 * A moment of the story: a key of the locales with its values.
 */
export interface TurningPoint {
  number: number | null;
  seat: number;
  key: string;
  values: {
    [k: string]: string;
  };
}
/**
 * It could not be made; nothing follows.
 */
export interface ReviewFailed {
  type: 'failed';
  reason: Reason;
}
/**
 * The games, the bots' levels, clocks to choose from, and more.
 */
export interface Games {
  games: GameListing[];
  levels: string[];
  clocks: number[];
  only_tables: boolean;
}
/**
 * A game.
 */
export interface GameListing {
  name: string;
  title: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  minutes: [number, number];
  seats: number[];
  default_seats: number;
  options: OptionListing[];
  ratings: {
    [k: string]: number;
  };
}
/**
 * An option of a game, with its choices by number of seats, the default first; some take the text of a file instead.
 */
export interface OptionListing {
  name: string;
  choices: {
    [k: string]: (boolean | number | string)[];
  };
  takes_file: boolean;
}
/**
 * A game's texts in a language, by key.
 */
export interface Locale {
  texts: {
    [k: string]: string;
  };
}
/**
 * The summary of a finished match; `totals` are all scores after each round.
 */
export interface Summary {
  ranking: Rank[];
  decided: Sentence[];
  totals: number[][];
  moments: Moment[];
}
/**
 * One line of a ranking: a player, a team, or an AI that played along, by place in the scores.
 */
export interface Rank {
  entries: number[];
  place: number;
  score: number;
}
/**
 * A key of the game's locales, or else of the page's, with its values (a text with a dot in it is a key itself).
 */
export interface Sentence {
  key: string;
  values: {
    [k: string]: number | string;
  };
}
/**
 * A moment worth remembering, whose it is, and the move that brought it about.
 */
export interface Moment {
  key: string;
  entries: number[];
  number: number;
  values: {
    [k: string]: number | string;
  };
}
/**
 * The people you have blocked.
 */
export interface Blocked {
  people: Person[];
}
/**
 * The request was carried out, and there is nothing to return.
 */
export interface Done {
  done: boolean;
}
/**
 * The server's public key for notifications.
 */
export interface PushKey {
  key: string;
}
/**
 * A refusal.
 */
export interface Problem {
  error: Reason;
}
