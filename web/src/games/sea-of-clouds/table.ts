import { t } from '../../lib/i18n.svelte';
import type { GameTable } from '../../table/contract';
import { factsOf } from './board';
import { line, log } from './log';
import { motion } from './motion';
import RoundSheet from './RoundSheet.svelte';
import { scores, sheetTitle } from './sheet';
import { status } from './status';
import Table from './Table.svelte';
import type { Event as CloudsEvent, Table as CloudsTable } from '../../generated/sea-of-clouds';

export const table: GameTable<CloudsTable, CloudsEvent> = {
  Table,
  motion,
  line,
  log,
  status,
  RoundSheet,
  sheetTitle,
  scores,
  facts: (card, play) => factsOf(play.table, card),
  deck: () => import('./Deck.svelte'),
  keys: () => [
    ['t', t('sea-of-clouds:keys.take')],
    ['n', t('sea-of-clouds:keys.leave')],
    ['a', t('sea-of-clouds:keys.all')],
    ['1 2 3', t('sea-of-clouds:keys.choose')],
    ['b', t('sea-of-clouds:your_board')],
  ],
};
