import { t } from '../lib/i18n.svelte';
import type { Live } from '../lib/live.svelte';

/** The notice about a lost connection, or a server that can't reach its storage, and what happens to a move. */
export function lostLine(live: Live): string {
  const seconds = Math.ceil(Math.max(0, live.retryAt - live.now) / 1000);
  if (live.storageLost) return live.waiting ? t('line.storage_kept') : t('line.storage');
  if (live.waiting) return t('line.lost_kept');
  return seconds > 1 ? t('line.lost_seconds', { n: seconds }) : t('line.lost');
}
