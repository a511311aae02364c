import { t, type Key, type Params } from '../../lib/i18n.svelte';
import type { PaperPlay } from './play';

const say = (key: string, values: Params = {}): string => t(`sea-salt-and-paper:status.${key}` as Key, values);

export function status(play: PaperPlay): string {
  const { table, view, seats } = play;
  // While cards move nobody is to act yet, but it is still somebody's turn.
  const turn = view.to_act[0] ?? table.turn;
  if (turn === null) return '';
  const isLast = table.last_turns.includes(turn);
  if (!seats[turn]?.you)
    return isLast ? say('their_last', { name: seats[turn]?.name ?? '' }) : t('status.their_turn', { name: seats[turn]?.name ?? '' });
  switch (table.phase) {
    case 'take': {
      const from = table.deck === 0 ? '_discard' : table.deck === 1 ? '_one' : '';
      const only = table.deck > 0 && table.piles.every(({ size }) => size === 0) ? '_deck' : '';
      return say(`take${isLast ? '_last' : ''}${from}${only}`);
    }
    case 'discard':
      return say('discard', { card: table.drawn[0] ? play.skin.name(table.drawn[0]) : '' });
    case 'lay': {
      const lays = Object.keys(view.legal).some((move) => move.startsWith('lay '));
      if (isLast) return say(lays ? 'lay_last' : 'end_last');
      if (table.if_called) return say(table.deck === 0 ? 'call_or_nothing' : 'call', { n: table.points[turn].total });
      if (table.deck === 0) return say(lays ? 'lay_empty' : 'end_empty');
      return say(lays ? 'lay' : 'end');
    }
    default:
      return say(table.phase);
  }
}
