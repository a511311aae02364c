import { t, type Key } from '../../lib/i18n.svelte';
import type { SeaPlay } from './sides';
import { suitOf, valueOf } from './suits';

const plain: Record<string, string> = { B: 'blue', G: 'green', P: 'purple', R: 'red', Y: 'yellow' };

/** A suit by its colour alone: "blue". */
export const colourName = (suit: string): string => t(`sea-change:suit.${plain[suit] as 'blue'}`);

export function status(play: SeaPlay): string {
  const { table, view, seats } = play;
  const [turn] = view.to_act;
  if (turn === undefined) return '';
  if (!seats[turn]?.you) return t('status.their_turn', { name: seats[turn]?.name ?? '' });
  const last = table.trick.at(-1);
  if (!last || !table.lead) return t(table.trump ? 'sea-change:status.lead' : 'sea-change:status.lead_first');
  const follows = Object.keys(view.legal).some((card) => suitOf(card) === table.lead);
  const key = follows ? 'follow' : 'free';
  return t(`sea-change:status.${key}` as Key, { suit: colourName(table.lead), value: valueOf(last.card) });
}
