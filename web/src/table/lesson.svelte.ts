/** A lesson: an example of the rules, played on the game's own table. The server plays the other seats. */
import { lesson, sentenceFor } from '../lib/api';
import type { Lesson } from '../generated/protocol';
import type { GameEvent } from './contract';
import type { Seat } from './contract';
import { botName, Session, type GameParts } from './session.svelte';

export class LessonSession extends Session {
  /** Whether the goal was reached; null while the lesson lasts. */
  reached = $state<boolean | null>(null);
  #moves: number[] = [];
  #frames = 0;
  /** The event that ended it. */
  #last = $state.raw<GameEvent>();
  #waiting = $state(false);

  constructor(
    parts: GameParts,
    readonly name: string,
  ) {
    super(parts, false);
  }

  get seats(): Seat[] {
    return this.withExtras(Array.from({ length: this.view.seats }, (_, seat) => this.seat(seat, botName(seat), { bot: seat !== this.me })));
  }

  get legal(): Record<string, number> {
    return this.settled && !this.#waiting && this.reached === null ? this.view.legal : {};
  }

  get memory(): boolean {
    return false;
  }

  /** It is your move. */
  get mine(): boolean {
    return Object.keys(this.legal).length > 0;
  }

  /** All has been shown, to the end. */
  get over(): boolean {
    return this.reached !== null && this.settled;
  }

  /** At the end: what happened last, and no longer whose turn it would be. */
  override get status(): string {
    const { line } = this.parts.table;
    const last = this.over
      ? [...this.events, ...(this.#last ? [this.#last] : [])].findLast((event) => line(event, this) !== null)
      : undefined;
    return last ? line(last, this)! : super.status;
  }

  /** From the first card. */
  async begin(): Promise<void> {
    const found = await lesson(this.game, this.name, []);
    const [first] = found.frames;
    this.#moves = [];
    this.#frames = 1;
    this.refusal = '';
    this.show.jump(first.view, first.events);
    this.#stand(found);
  }

  act = (move: string): void => {
    const action = this.legal[move];
    if (action === undefined) return;
    this.refusal = '';
    this.#waiting = true;
    void this.#play(action).finally(() => (this.#waiting = false));
  };

  async #play(action: number): Promise<void> {
    try {
      const found = await lesson(this.game, this.name, [...this.#moves, action]);
      this.#moves.push(action);
      this.#stand(found);
    } catch (error) {
      this.refuse(sentenceFor(error, this.game));
    }
  }

  #stand({ frames, reached }: Lesson): void {
    const { motion } = this.parts.table;
    const fresh = frames.slice(this.#frames);
    const end = reached === null ? undefined : fresh.at(-1);
    this.#last = end?.events.at(-1);
    if (end && this.#last && motion.stays?.(this.#last)) {
      const events = end.events.slice(0, -1);
      const table = events.reduce((shown, event) => motion.after(shown, event, end.view.seat), frames.at(-2)!.view.table);
      fresh.splice(-1, 1, { ...end, events, view: { ...end.view, legal: {}, to_act: [], table } });
    }
    fresh.forEach((frame) => this.show.push(frame));
    this.#frames = frames.length;
    this.reached = reached;
  }
}
