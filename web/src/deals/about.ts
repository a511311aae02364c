import type words from '../../../src/seaboard/locales/en/deals.json';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    deals: typeof words;
  }
}

import type { Deal, Try } from '../generated/protocol';
import { language, t, type Key } from '../lib/i18n.svelte';

/** A whole percentage of a share. */
export const percent = (share: number): number => Math.round(share * 100);

/** "16 November" of "2026-11-16": the same everywhere, for days are those of Greenwich. */
export const dateOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language(), { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "2nd of 4", as it was at the table. */
export const placeText = (place: number, of: number): string =>
  t('deals:place_of', { place: t(`practice.place.${Math.min(place, 9)}` as Key), of });

/** How a try ended, in a few words. */
export function resultText(one: Try, of: number): string {
  if (one.place === null) return t(one.ended === 'abandoned' ? 'deals:gave_up' : 'deals:playing');
  return `${placeText(one.place, of)} · ${t('deals:points', { n: one.score ?? 0 })}`;
}

/** What a deal is called: by its day, or by who made the challenge. */
export function titleOf({ day, maker }: Pick<Deal, 'day' | 'maker'>): string {
  if (day !== null) return t('deals:daily');
  return maker ? t('deals:challenge_of', { name: maker }) : t('deals:challenge');
}
