/** The reactions that are shown at the seats, each for a few seconds. */
import type { Reaction } from '../lib/live.svelte';

/** Milliseconds. */
const SHOWN = 4000;

export class Bubbles {
  shown = $state.raw<Record<number, Reaction>>({});
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};

  show(seat: number, reaction: Reaction): void {
    clearTimeout(this.#timers[seat]);
    this.shown = { ...this.shown, [seat]: reaction };
    this.#timers[seat] = setTimeout(() => {
      this.shown = Object.fromEntries(Object.entries(this.shown).filter(([at]) => Number(at) !== seat));
    }, SHOWN);
  }

  end(): void {
    Object.values(this.#timers).forEach(clearTimeout);
  }
}
