import { t } from '../../lib/i18n.svelte';
import type { GameTable } from '../../table/contract';
import { line, log } from './log';
import { motion } from './motion';
import RoundSheet from './RoundSheet.svelte';
import { scores } from './sheet';
import { status } from './status';
import Table from './Table.svelte';
import type { PaperEvent, PaperTable } from './play';

export const table: GameTable<PaperTable, PaperEvent> = {
  Table,
  motion,
  line,
  log,
  status,
  RoundSheet,
  scores,
  deck: () => import('./Deck.svelte'),
  passes: ['end turn'],
  keys: () => [
    ['d', t('sea-salt-and-paper:keys.draw')],
    ['1 2', t('sea-salt-and-paper:keys.piles')],
    ['e', t('sea-salt-and-paper:keys.end')],
    ['p', t('sea-salt-and-paper:keys.points')],
  ],
};
