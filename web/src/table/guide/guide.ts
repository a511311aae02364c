/** A guided first match: an ordinary match against the weakest bots, with a word when something happens for the first time. */
import type { TableRequest } from '../../generated/protocol';
import type { Params } from '../../lib/i18n.svelte';
import type { GameEvent, Play } from '../contract';

/* eslint-disable @typescript-eslint/no-explicit-any -- as in the contract: only the game knows its shapes */

/** A tip shown once, when you are to move: `guide.<name>` of the game's rules texts. */
export interface Word<T = any, E extends GameEvent = any> {
  name: string;
  /** Whether this is its moment; the first tip of the list whose moment it is gets shown. */
  when(play: Play<T, E>): boolean;
  /** The values in its text. */
  values?(play: Play<T, E>): Params;
}

export interface Guide<T = any, E extends GameEvent = any> {
  seats: number;
  /** A short match, where the rules let a table choose. */
  options: NonNullable<TableRequest['options']>;
  words: Word<T, E>[];
}

/** The next tip that has not been shown, if this is its moment. */
export function wordFor(guide: Guide, play: Play, told: readonly string[]): Word | undefined {
  return guide.words.find((word) => !told.includes(word.name) && word.when(play));
}

const STORE = 'seaboard.guided';
/** More tables than this are not remembered. */
const MOST = 12;
type Kept = Record<string, string[]>;

/** Stored in this browser: which tables are guided, and which tips were shown at each. */
let kept: Kept = read();

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? '{}') as unknown;
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])));
  } catch {
    return {};
  }
}

function write(next: Kept): void {
  kept = Object.fromEntries(Object.entries(next).slice(-MOST));
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // Private windows may refuse; the guide still lasts as long as the page.
  }
}

/** The tips shown at a guided table; undefined if it is not guided. */
export function toldAt(table: string): string[] | undefined {
  return kept[table];
}

export function tellAt(table: string, word: string): void {
  write({ ...kept, [table]: [...(kept[table] ?? []), word] });
}

export function beginGuide(table: string): void {
  write({ ...kept, [table]: [] });
}

/** From now on it is a match like any other. */
export function leaveGuide(table: string): void {
  const { [table]: _left, ...others } = kept;
  write(others);
}
