import type { Component } from 'svelte';

/** Numbers and texts on a card, sent by the server because the page knows no rules. All optional. */
export interface CardFacts {
  /** Points the card is worth, drawn as pips. */
  points?: number;
  /** Points it counts instead if its suit is trump when the round ends. */
  trumpZero?: number;
  /** Half lifebuoys printed on it. */
  halves?: number;
  /** A set's worth for 1, 2, 3 … cards. */
  table?: number[];
  /** How many of the set you have: that step of the table is lit. */
  step?: number;
  /** A pirate's strength, a rum's value. */
  number?: number;
  /** The type of a card the page has never heard of. */
  type?: string;
  /** The name and text of such a card, in the reader's language. */
  name?: string;
  text?: string;
}

export interface Back {
  paper: string;
  wave: string;
  /** A sign in the middle, drawn on the 24-grid. */
  sign: string;
}

export interface FaceProps {
  id: string;
  facts?: CardFacts;
}

/** How one game's cards look, and their names. */
export interface Skin {
  Face: Component<FaceProps>;
  backs: Record<string, Back>;
  /** Which back a card has. */
  backOf(id: string, facts?: CardFacts): string;
  /** The card's name, said by screen readers and tooltips. */
  name(id: string, facts?: CardFacts): string;
  /** What a hidden card is called. */
  backName(back: string): string;
  /** A move in words ("calling STOP"), from its notation, with everybody's name by seat; left out where a move is a card. */
  move?(notation: string, names: readonly string[]): string;
  /** One more sentence on what the card does. */
  hint?(id: string, facts?: CardFacts): string;
}
