/** A puzzle: a moment of a match between bots, at which one move is to be found. */
import { puzzle, sentenceFor, solve } from '../lib/api';
import type { PuzzleVerdict } from '../generated/protocol';
import type { Seat } from './contract';
import { botName, Session, type GameParts } from './session.svelte';

export class PuzzleSession extends Session {
  /** What became of the move that was tried; null until one is. */
  verdict = $state.raw<PuzzleVerdict | null>(null);
  /** The move that was tried. */
  tried = $state('');
  #waiting = $state(false);

  constructor(
    parts: GameParts,
    readonly id: string,
  ) {
    super(parts, false);
  }

  get seats(): Seat[] {
    return this.withExtras(Array.from({ length: this.view.seats }, (_, seat) => this.seat(seat, botName(seat), { bot: seat !== this.me })));
  }

  /** Still there when a move was tried, so that the answer can be pointed at. */
  get legal(): Record<string, number> {
    return this.settled && !this.#waiting ? this.view.legal : {};
  }

  get memory(): boolean {
    return false;
  }

  get mine(): boolean {
    return this.verdict === null && Object.keys(this.legal).length > 0;
  }

  async begin(): Promise<void> {
    const { view, events } = await puzzle(this.game, this.id);
    this.verdict = null;
    this.tried = '';
    this.refusal = '';
    this.show.jump(view, events);
  }

  act = (move: string): void => {
    const action = this.legal[move];
    if (action === undefined || this.verdict) return;
    this.#waiting = true;
    void solve(this.game, this.id, action)
      .then(
        (verdict) => {
          this.tried = move;
          this.verdict = verdict;
        },
        (error: unknown) => this.refuse(sentenceFor(error, this.game)),
      )
      .finally(() => (this.#waiting = false));
  };
}
