import { t } from '../../lib/i18n.svelte';
import type { GameTable } from '../../table/contract';
import { line, log } from './log';
import { motion } from './motion';
import RoundSheet from './RoundSheet.svelte';
import { scores } from './sheet';
import { status } from './status';
import Table from './Table.svelte';
import type { LandEvent, LandTable } from './play';

export const table: GameTable<LandTable, LandEvent> = {
  Table,
  motion,
  line,
  log,
  status,
  RoundSheet,
  scores,
  facts: (card, play) => ({ halves: play.table.halves[Number(card) - 1] }),
  deck: () => import('./Deck.svelte'),
  keys: () => [
    [t('land-unter:keys.last'), t('land-unter:keys.last_does')],
    [t('land-unter:keys.change'), t('land-unter:keys.change_does')],
  ],
};
