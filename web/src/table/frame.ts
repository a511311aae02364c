/** What the frame offers to everything inside it. */
import { getContext, setContext } from 'svelte';
import type { Reaction } from '../lib/live.svelte';

export interface Frame {
  /** Show who sits there, and what can be done about them. */
  tapSeat(seat: number): void;
  /** Show what there is in the deck. */
  showDeck(): void;
  /** Cards have been moving for a while: their show can be cut short. */
  readonly maySkip: boolean;
  /** Skip to the current state of the match. */
  skip(): void;
  /** The reaction shown at a seat now. */
  reaction(seat: number): Reaction | undefined;
}

const KEY = Symbol('frame');

export function setFrame(frame: Frame): void {
  setContext(KEY, frame);
}

export function frame(): Frame {
  return (
    getContext<Frame | undefined>(KEY) ?? {
      tapSeat: () => {},
      showDeck: () => {},
      maySkip: false,
      skip: () => {},
      reaction: () => undefined,
    }
  );
}
