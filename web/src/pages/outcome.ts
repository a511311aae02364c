/** How a match ended, and when, in a few words. */
import { language, t } from '../lib/i18n.svelte';
import type { Result } from '../generated/protocol';
import { botName } from '../table/session.svelte';

export function outcome({ ended, winners, seat, won }: Result): string {
  if (ended === 'abandoned') return t('harbour.abandoned');
  const others = winners.filter((winner) => winner.seat !== seat || !won).map((winner) => winner.name || botName(winner.seat));
  const names = new Intl.ListFormat(language()).format(others);
  if (won) return others.length ? t('harbour.your_side_won', { names }) : t('harbour.you_won');
  return others.length ? t('harbour.won', { n: others.length, names }) : t('harbour.nobody_won');
}

export const day = (at: number): string => new Date(at * 1000).toLocaleDateString(language(), { day: 'numeric', month: 'long' });
