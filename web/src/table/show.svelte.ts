/**
 * The show: animates events, one beat after another, and ends with the server's current view of the match.
 *
 * Live tables and replays push the same steps. If it is far behind, hidden or told to hurry, it jumps; the last round's sheet is
 * still shown.
 */
import { tick } from 'svelte';
import { positions, rest, sweep, travel } from '../lib/flip';
import { settings } from '../lib/settings.svelte';
import { play as playSound } from '../lib/sound';
import type { GameEvent, Motion, View } from './contract';

export interface Step {
  events: GameEvent[];
  view: View;
}

/** More beats than this are skipped: nobody wants to watch ten minutes of catching up. */
const FAR_BEHIND = 24;

export function beatsOf(events: GameEvent[], motion: Motion): GameEvent[][] {
  const beats: GameEvent[][] = [];
  for (const event of events) {
    const beat = beats.at(-1);
    if (beat && motion.together?.(event, beat[beat.length - 1])) beat.push(event);
    else beats.push([event]);
  }
  return beats;
}

export class Show {
  view = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  now = $state.raw<GameEvent[]>([]);
  settled = $state(true);
  /** A round's sheet lies on the table: all events up to that round's end. */
  sheet = $state.raw<GameEvent[] | null>(null);
  /** Where the cards are looked for. */
  root: HTMLElement | undefined;

  #queue: Step[] = [];
  /** How many events of the first step in the queue are shown already. */
  #played = 0;
  #generation = 0;
  #continue: (() => void) | undefined;

  constructor(
    readonly motion: Motion,
    /** Called with each beat as it is shown. */
    readonly tell: (beat: GameEvent[]) => void = () => {},
  ) {}

  /** How many events are shown or waiting to be. */
  get known(): number {
    return this.events.length + this.#waiting.length;
  }

  /** Jump there. */
  jump(view: View, events: GameEvent[]): void {
    this.#generation++;
    this.#queue = [];
    this.#played = 0;
    this.#continue = undefined;
    this.#late = false;
    this.sheet = null;
    this.now = [];
    this.view = view;
    this.events = events;
    this.settled = true;
  }

  push(step: Step): void {
    this.#queue.push(step);
    if (this.settled) void this.#run();
  }

  /** The reader has seen the round's sheet. */
  proceed(): void {
    this.sheet = null;
    this.#continue?.();
  }

  /** Skip the animation to the current state (a round's sheet still stops it). */
  hurry(): void {
    if (this.settled || this.sheet) return;
    this.#rush = true;
    this.#wake?.();
    for (const move of this.root?.getAnimations({ subtree: true }) ?? []) {
      if (move.effect?.getComputedTiming().endTime !== Infinity) move.finish();
    }
  }

  /** How many beats are waiting to be shown. */
  get behind(): number {
    return beatsOf(this.#waiting, this.motion).length;
  }

  /** The match waits for you: jump there, showing no sheet but the last round's. */
  catchUp(): void {
    this.#late = true;
    if (!this.sheet) this.hurry();
    else if (this.#endsRound(this.#waiting)) this.proceed();
  }

  #late = false;
  #rush = false;
  #wake: (() => void) | undefined;

  /** A rest that can be cut short. */
  async #rest(ms: number): Promise<void> {
    await Promise.race([rest(ms), new Promise<void>((done) => (this.#wake = done))]);
  }

  get #far(): boolean {
    const beats = this.#queue.reduce((sum, { events }) => sum + beatsOf(events, this.motion).length, 0);
    return beats > FAR_BEHIND;
  }

  get #waiting(): GameEvent[] {
    return this.#queue.flatMap(({ events }) => events).slice(this.#played);
  }

  #endsRound(events: GameEvent[]): boolean {
    return events.some((event) => this.motion.endsRound?.(event));
  }

  async #run(): Promise<void> {
    const generation = ++this.#generation;
    const stale = () => generation !== this.#generation;
    // Where nothing visible happened (a secret choice), there is nothing to wait for.
    this.settled = this.#queue.every(({ events }) => events.length === 0);
    while (this.#queue.length) {
      const { events, view } = this.#queue[0];
      const skip = this.#far;
      for (const beat of beatsOf(events, this.motion)) {
        await this.#perform(beat, view, skip);
        if (stale()) return;
        if (this.#endsRound(beat) && !((skip || this.#late) && this.#endsRound(this.#waiting))) {
          this.#rush = false;
          this.sheet = this.events;
          await new Promise<void>((done) => (this.#continue = done));
          if (stale()) return;
        }
      }
      this.#queue.shift();
      this.#played = 0;
      await this.#change(() => (this.view = view), skip || this.#rush || this.#late || document.hidden || settings.speed === 'instant');
      if (stale()) return;
    }
    this.now = [];
    this.#rush = false;
    this.#late = false;
    this.settled = true;
  }

  async #perform(beat: GameEvent[], view: View, skip: boolean): Promise<void> {
    const still = () => skip || this.#rush || this.#late || document.hidden || settings.speed === 'instant';
    const { before = 0, after = 0 } = this.motion.pause?.(beat) ?? {};
    const generation = this.#generation;
    this.now = beat;
    if (before && !still()) await this.#rest(before);
    const leaving = still() ? undefined : this.motion.leave?.(beat, this.view?.table, view.seat);
    const goal = leaving && this.#place(leaving.to);
    if (leaving && goal)
      await sweep(
        leaving.cards.map((id) => this.#card(id)).filter((node) => node !== null),
        goal,
      );
    if (generation !== this.#generation) return;
    if (!still()) {
      for (const event of beat) {
        const sound = this.motion.sound?.(event, view.seat, view.table);
        if (sound) playSound(sound);
      }
    }
    await this.#change(
      () => {
        const shown = this.view ?? view;
        this.view = {
          ...shown,
          legal: {},
          to_act: [],
          table: beat.reduce((table, event) => this.motion.after(table, event, view.seat), shown.table),
        };
        this.events = [...this.events, ...beat];
        this.#played += beat.length;
        if (!skip) this.tell(beat);
      },
      still(),
      beat,
    );
    if (after && !still()) await this.#rest(after);
  }

  async #change(change: () => void, still: boolean, beat: GameEvent[] = []): Promise<void> {
    const { root } = this;
    if (still || !root) {
      change();
      return;
    }
    const before = positions(root);
    change();
    await tick();
    await travel(root, before, (card) => this.#place(this.motion.from?.(card, beat, this.view?.seat ?? null, this.view?.table)));
  }

  #place(name: string | undefined): Element | null {
    return name ? (this.root?.querySelector(`[data-place="${CSS.escape(name)}"]`) ?? null) : null;
  }

  #card(id: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(`[data-flip="${CSS.escape(id)}"]`) ?? null;
  }
}
