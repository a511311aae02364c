/** A hint at a live table: asked for, shown on the table and in a sentence, gone with the next move. */
import * as api from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { say } from '../lib/say.svelte';
import type { LiveSession } from './session.svelte';
import { nameOf, pointAt } from './spot';

export class TableHint {
  /** The best move and why, or that it is being thought about; empty if nothing was asked. */
  text = $state('');
  #asked = '';
  #forget: (() => void) | undefined;

  constructor(readonly session: LiveSession) {}

  /** The state of the match that a hint is for. */
  get #moment(): string {
    const { match } = this.session.live;
    return `${match?.id}/${match?.number}`;
  }

  async ask(): Promise<void> {
    const { live, game } = this.session;
    const moment = this.#moment;
    if (!live.table || !live.match || !this.session.mine || !this.session.settled || this.#asked === moment) return;
    this.clear();
    this.#asked = moment;
    this.text = t('hint.thinking');
    try {
      const hint = await api.hint(live.table.id, live.match.id);
      if (this.#asked !== moment) return;
      this.text = `${t('hint.best', { move: nameOf(hint.move, game) })} ${api.becauseText(hint.reason, game)}`;
      this.#forget = pointAt(hint.move);
    } catch (error) {
      if (this.#asked !== moment) return;
      this.#asked = '';
      this.text = api.sentenceFor(error, game);
    }
    say(this.text);
  }

  /** The match has moved on. */
  clear(): void {
    this.#forget?.();
    this.#forget = undefined;
    this.#asked = '';
    this.text = '';
  }
}
