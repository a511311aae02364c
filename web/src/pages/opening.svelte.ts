import { ApiError, sentenceFor } from '../lib/api';

/** A position to play, as it is opened, found to be missing, or begun again: what lessons and puzzles have in common. */
export class Opening<S extends { begin(): Promise<void> }> {
  session = $state.raw<S>();
  trouble = $state('');
  lost = $state(false);

  readonly #make: () => Promise<S>;

  constructor(make: () => Promise<S>) {
    this.#make = make;
    void this.open();
  }

  open = async (): Promise<void> => {
    this.trouble = '';
    try {
      const made = await this.#make();
      await made.begin();
      this.session = made;
    } catch (error) {
      this.lost = error instanceof ApiError && error.status === 404;
      this.trouble = sentenceFor(error);
    }
  };

  /** Begin again; whether that went well. */
  async again(): Promise<boolean> {
    this.trouble = '';
    try {
      await this.session?.begin();
      return true;
    } catch (error) {
      this.trouble = sentenceFor(error);
      return false;
    }
  }
}
