import { t, type Key, type Params } from '../../lib/i18n.svelte';
import type { PaperPlay } from './play';

const say = (key: string, values: Params = {}): string => t(`sea-salt-and-paper:status.${key}` as Key, values);

export function status(play: PaperPlay): string {
  const { table, view, seats } = play;
  const [turn] = view.to_act;
  if (turn === undefined) return '';
  const isLast = table.last_turns.includes(turn);
  if (!seats[turn]?.you)
    return isLast ? say('their_last', { name: seats[turn]?.name ?? '' }) : t('status.their_turn', { name: seats[turn]?.name ?? '' });
  const may = (verb: string) => Object.keys(view.legal).some((move) => move.startsWith(`${verb} `));
  switch (table.phase) {
    case 'take': {
      const draws = 'draw' in view.legal;
      const from = !draws ? '_discard' : table.draws === 1 ? '_one' : '';
      const only = draws && !may('take') ? '_deck' : '';
      return say(`take${isLast ? '_last' : ''}${from}${only}`);
    }
    case 'discard':
      return say('discard', { card: table.drawn[0] ? play.skin.name(table.drawn[0]) : '' });
    case 'lay': {
      const lays = may('lay');
      if (isLast) return say(lays ? 'lay_last' : 'end_last');
      if (table.if_called) return say(table.end_turn === 'cancels' ? 'call_or_nothing' : 'call', { n: table.points[turn].total });
      if (table.end_turn === 'cancels') return say(lays ? 'lay_empty' : 'end_empty');
      return say(lays ? 'lay' : 'end');
    }
    default:
      return say(table.phase);
  }
}
