/** The table of a game that has no folder of its own under games/. */
import { t } from '../../lib/i18n.svelte';
import type { GameTable } from '../contract';
import PlainTable from './PlainTable.svelte';
import { line, seatName } from './names';

export const table: GameTable = {
  Table: PlainTable,
  // What an event changes is not known here: the view that follows shows it. One beat, long enough to read what happened.
  motion: { after: (shown) => shown, together: () => true, pause: () => ({ after: 500 }) },
  line,
  status(play) {
    const waiting = play.view.to_act;
    if (waiting.length === 0) return '';
    if (waiting.some((seat) => play.seats[seat]?.you)) return t('plain.your_turn');
    return t('status.their_turn', {
      name: new Intl.ListFormat(document.documentElement.lang).format(waiting.map((seat) => seatName(play, seat))),
    });
  },
  scores: (play) => play.seats.map(({ seat }) => ({ name: seatName(play, seat), rounds: [], total: play.view.scores[seat] })),
};
