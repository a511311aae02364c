/** A review as it arrives: everybody's chances first, then one decision after another. */
import { reviewParts, sentenceFor, reasonText } from '../lib/api';
import type { Decision, Review, SeatReview, Step } from '../generated/protocol';

export class Reviewing {
  /** How many are reviewed before this one and itself; null when it is its turn. */
  place = $state<number | null>(null);
  done = $state(0);
  total = $state(0);
  steps = $state.raw<Step[]>([]);
  seats = $state.raw<SeatReview[]>([]);
  decisions = $state.raw<Decision[]>([]);
  /** Whose decisions they are: by default your own. */
  judged = $state<number | null>(null);
  /** Everything is here. */
  whole = $state.raw<Review | null>(null);
  trouble = $state('');
  #stop = new AbortController();

  constructor(
    readonly match: string,
    readonly seat: number | null,
  ) {}

  async run(): Promise<void> {
    this.trouble = '';
    try {
      for await (const part of reviewParts(this.match, this.seat, this.#stop.signal)) {
        if (part.type === 'waits') this.place = part.place;
        else this.place = null;
        if (part.type === 'goes') {
          this.done = part.done;
          this.total = part.total;
          if (part.decisions.length) this.decisions = [...this.decisions, ...part.decisions];
        } else if (part.type === 'chances') {
          this.steps = part.steps;
          this.seats = part.seats;
        } else if (part.type === 'review') {
          this.judged = part.seat;
          this.whole = part.review;
          this.steps = part.review.steps;
          this.seats = part.review.seats;
          this.decisions = part.review.decisions;
        } else if (part.type === 'failed') {
          this.trouble = reasonText(part.reason, 'page');
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.trouble = sentenceFor(error);
    }
  }

  /** Stop waiting for it. */
  stop(): void {
    this.#stop.abort();
  }

  at(number: number): Decision | undefined {
    return this.decisions.find((decision) => decision.number === number);
  }
}
