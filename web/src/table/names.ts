/** Names of things that belong to a player. */
import { hasText, t } from '../lib/i18n.svelte';
import type { Play } from './contract';

/** "Your hand"; in a replay, "Anna’s hand". */
export function handName(play: Play): string {
  const whose = play.me === null ? undefined : play.seats[play.me];
  return whose && !whose.you ? t('table.hand_of', { name: whose.name }) : t('table.hand');
}

/** What a game calls its rounds: "Round", or what its players say. */
export function roundName(game: string): string {
  const key = `${game}:round`;
  return hasText(key) ? t(key) : t('scores.round');
}
