/** A lesson: an example of the rules, played on the game's own table. The server plays the other seats. */
import { lesson, sentenceFor } from '../lib/api';
import type { Lesson } from '../lib/protocol';
import { say } from '../lib/say.svelte';
import type { Seat } from './contract';
import { botName, Session, type GameParts } from './session.svelte';

export class LessonSession extends Session {
  /** Whether the goal was reached; null while the lesson lasts. */
  reached = $state<boolean | null>(null);
  #moves: number[] = [];
  #frames = 0;
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
    const last = this.over ? this.events.findLast((event) => line(event, this) !== null) : undefined;
    return last ? line(last, this)! : super.status;
  }

  /** From the first card. */
  async begin(): Promise<void> {
    const found = await lesson(this.game, this.name, []);
    const [first, ...rest] = found.frames;
    this.#moves = [];
    this.refusal = '';
    this.show.jump(first.view, first.events);
    rest.forEach((frame) => this.show.push(frame));
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
      found.frames.slice(this.#frames).forEach((frame) => this.show.push(frame));
      this.#stand(found);
    } catch (error) {
      this.refusal = sentenceFor(error, this.game);
      say(this.refusal);
    }
  }

  #stand({ frames, reached }: Lesson): void {
    this.#frames = frames.length;
    this.reached = reached;
  }
}
