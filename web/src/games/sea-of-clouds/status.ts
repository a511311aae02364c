import { t, type Key } from '../../lib/i18n.svelte';
import { cardName, nameOfSeat, type CloudsPlay } from './board';

export function status(play: CloudsPlay): string {
  const { table, view, seats } = play;
  const [turn] = view.to_act;
  if (turn === undefined) return '';
  const { boarding } = table;
  const phase = table.phase;
  const values = {
    name: seats[turn]?.name ?? '',
    share: (table.share ?? 0) + 1,
    next: (table.share ?? 0) + 2,
    pirate: boarding?.sent ? cardName(table, boarding.sent) : '',
    other: boarding?.target == null ? '' : phase === 'discarding' ? nameOfSeat(play, boarding.actor) : nameOfSeat(play, boarding.target),
    given: boarding?.given ? cardName(table, boarding.given) : '',
  };
  if (!seats[turn]?.you) return t(`sea-of-clouds:status.${phase}` as Key, values);
  if (phase === 'looking' && table.leaving !== 'share') {
    if (!table.leaving) return t('plain.your_turn');
    return t(table.leaving === 'card' ? 'sea-of-clouds:status.last_share' : 'sea-of-clouds:status.last_share_no_deck', values);
  }
  return t(`sea-of-clouds:status.${phase}_you` as Key, values);
}
