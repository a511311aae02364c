/** What the table's frame provides to a game, and what it expects from one. See web/README.md. */
import type { Component } from 'svelte';
import type * as protocol from '../generated/protocol';
import type { CardFacts, Skin } from '../lib/skin';
import type { Sound } from '../lib/sound';

/** Something that happened; the other fields are the game's own (generated/<game>.ts). */
export type GameEvent = protocol.Event;

/** All that a seat may know; `table` is the game's own. */
export type View<T = unknown> = Omit<protocol.View, 'table'> & { table: T };

/** Whether a player is at the table: connected; covered by a bot; connection lost; seat given up for good. */
export type Presence = 'here' | 'covered' | 'away' | 'gone';

/** Who sits where, by the names shown on the page. */
export interface Seat {
  seat: number;
  /** The name; sentences write "you" themselves. */
  name: string;
  /** To be called "you": your own seat, but not in a replay, which others may be looking at. */
  you: boolean;
  bot: boolean;
  /** A bot account, whose name says so. */
  account?: boolean;
  presence: Presence;
  /** To act now. */
  turn: boolean;
  /** Seconds left, where the table has a clock. */
  clock?: number;
}

/** What a game's table is drawn from: the view as shown so far, and one way to act. */
export interface Play<T = unknown, E extends GameEvent = GameEvent> {
  readonly game: string;
  readonly skin: Skin;
  /** The server's view, or on the way to it while events are played one after another. */
  readonly view: View<T>;
  /** `view.table`. */
  readonly table: T;
  /** The seat whose view this is, shown below: your own, in a replay the one watched; null for a spectator. */
  readonly me: number | null;
  /** All who have a score, in seat order: the chairs, and an AI if one plays along. */
  readonly seats: Seat[];
  /** What you may do now: move → action. Empty while cards move, while an answer is awaited, and in a replay. */
  readonly legal: Record<string, number>;
  /** Nothing is moving: the page shows the current state. */
  readonly settled: boolean;
  /** What is being shown now: one beat of events. Empty when settled. */
  readonly now: E[];
  /** All that has been shown of this match. */
  readonly events: E[];
  /** The table has chosen to show all that a perfect memory knows. */
  readonly memory: boolean;
  /** A finished match, looked at again. */
  readonly replay: boolean;
  /** Plays a move of `legal`, by its name. */
  act(move: string): void;
  /** A reason the server gave, in the reader's language: `table.refused[…]`. */
  why(reason: Pick<protocol.Reason, 'key' | 'values'> | undefined): string | undefined;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the frame holds any game's table: only the game knows its shapes */

/** How a table gets from one view to the next: no rules, only what an event visibly changes. */
export interface Motion<T = any, E extends GameEvent = any> {
  /** The table after this event. What an event does not say stays as it was: the view that follows corrects it. */
  after(table: T, event: E, me: number | null): T;
  /** Shown in the same beat as the event before it. */
  together?(event: E, previous: E): boolean;
  /** Pauses before and after a beat, in milliseconds. */
  pause?(beat: E[]): { before?: number; after?: number };
  /** Cards (by id) that go out of sight with this beat, and the place they go to. */
  leave?(beat: E[], table: T, me: number | null): { cards: string[]; to: string } | undefined;
  /** The place a card comes from that was not in sight before: "seat-2", or one of the game's own `data-place`s. */
  from?(card: string, beat: E[], me: number | null, table: T): string | undefined;
  sound?(event: E, me: number | null, table: T): Sound | undefined;
  /** When a lesson ends with this event, it is described but not shown, so that its cards stay in sight. */
  stays?(event: E): boolean;
  /** A round has been scored: its sheet is laid on the table after this beat, and waits for *Continue*. */
  endsRound?(event: E): boolean;
}

export interface LogLine {
  text: string;
  /** Begins a new chapter: a round. */
  heading?: boolean;
  /** A bot did this for a person. */
  bot?: boolean;
}

/** One round of the score sheet: a row for each side, in the game's own order. */
export interface ScoreRow {
  name: string;
  /** By round; null where nothing was scored. */
  rounds: (number | string | null)[];
  total: number | string;
}

export interface GameTable<T = any, E extends GameEvent = any> {
  /** Draws the water, the hand and the actions with table/Felt.svelte. */
  Table: Component<{ play: Play<T, E> }>;
  motion: Motion<T, E>;
  /** What an event says, for the log and for screen readers; null for events that need no sentence. */
  line(event: E, play: Play<T, E>): string | null;
  /** The log, where it should not be simply every line (a game of memory). */
  log?(play: Play<T, E>): LogLine[];
  /** One sentence: whose turn it is and what may be done. */
  status(play: Play<T, E>): string;
  /** The round that has just ended (`motion.endsRound`): each point and where it came from. `events` are all events up to its end. */
  RoundSheet?: Component<{ play: Play<T, E>; events: E[] }>;
  /** What that sheet is called, where it is not simply the end of a round. */
  sheetTitle?(events: E[]): string;
  /** The score sheet. */
  scores(play: Play<T, E>): ScoreRow[];
  /** What an entry beyond the chairs is called (the AI of a solo match). */
  extraName?(entry: number): string;
  /** What is printed on a card, if its name does not say. */
  facts?(card: string, play: Play<T, E>): CardFacts | undefined;
  /** What is in the deck, what it is worth, and how much of it is gone, as far as you may know. Loaded on demand. */
  deck?(): Promise<{ default: Component<{ play: Play<T, E> }> }>;
  /** Moves that pass: if one of them is the only legal move, it may be made automatically. */
  passes?: string[];
  /** The game's own shortcuts, for the list of keys: [keys, what they do]. */
  keys?(): [keys: string, does: string][];
}
