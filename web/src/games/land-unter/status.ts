import { t, type Key } from '../../lib/i18n.svelte';
import { names } from './log';
import { numberOf } from './sky';
import type { LandPlay } from './play';

/** What the two highest weather cards will take. */
function stakes({ table }: LandPlay): Record<string, number> {
  const [low, high] = table.water.map((card) => (card ? numberOf(card) : 0));
  return { low, high };
}

export function status(play: LandPlay): string {
  const { table, view, seats } = play;
  const you = seats.find((one) => one.you)?.seat;
  const waiting = view.to_act;
  if (waiting.length === 0) return '';
  if (you !== undefined && waiting.includes(you)) {
    const { low, high } = stakes(play);
    const kind = table.open ? (table.trick_cards.some((card) => card !== null) ? 'follow' : 'lead') : 'choose';
    return t(`land-unter:status.${kind}${low === high ? '_same' : ''}` as Key, { low, high });
  }
  const values = { names: names(play, waiting), n: waiting.length };
  if (you !== undefined && table.out[you]) return t('land-unter:status.out', values);
  if (table.open) return t('land-unter:status.their_turn', values);
  if (table.choice && you !== undefined) return t('land-unter:status.chosen', { ...values, card: table.choice });
  return t('land-unter:status.waiting', values);
}
