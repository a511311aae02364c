import { t } from '../../lib/i18n.svelte';
import type { GameTable } from '../../table/contract';
import { line, log } from './log';
import { motion } from './motion';
import RoundSheet from './RoundSheet.svelte';
import { scores } from './sheet';
import { status } from './status';
import { valueOf } from './suits';
import Table from './Table.svelte';
import type { Event as SeaEvent, Table as SeaTable } from '../../generated/sea-change';

export const table: GameTable<SeaTable, SeaEvent> = {
  Table,
  motion,
  line,
  log,
  status,
  RoundSheet,
  scores,
  facts: (card, play) => ({ points: play.table.points[valueOf(card)] }),
  deck: () => import('./Deck.svelte'),
  extraName: () => t('sea-change:ai'),
  keys: () => [[t('sea-change:keys.last'), t('sea-change:keys.last_does')]],
};
