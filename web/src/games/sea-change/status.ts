import { t } from '../../lib/i18n.svelte';
import type { SeaPlay } from './sides';

const plain: Record<string, string> = { B: 'blue', G: 'green', P: 'purple', R: 'red', Y: 'yellow' };

/** A suit by its colour alone: "blue". */
export const colourName = (suit: string): string => t(`sea-change:suit.${plain[suit] as 'blue'}`);

export function status(play: SeaPlay): string {
  const { table, view, seats } = play;
  const [turn] = view.to_act;
  if (turn === undefined) return '';
  if (!seats[turn]?.you) return t('status.their_turn', { name: seats[turn]?.name ?? '' });
  if (table.may === 'lead') return t(table.trump ? 'sea-change:status.lead' : 'sea-change:status.lead_first');
  if (!table.may || !table.lead) return t('plain.your_turn');
  return t(`sea-change:status.${table.may}`, { suit: colourName(table.lead), value: table.to_match ?? '' });
}
