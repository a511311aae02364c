import type words from '../../../src/seaboard/locales/en/deals.json';

declare module '../lib/i18n.svelte' {
  interface GameLocales {
    deals: typeof words;
  }
}

import type { Deal, Duplicate, Try } from '../generated/protocol';
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

/** What a deal is called: by its day, or by who made it. */
export function titleOf({ day, maker, kind }: Pick<Deal, 'day' | 'maker' | 'kind'>): string {
  if (day !== null) return t('deals:daily');
  if (kind === 'duplicate') return maker ? t('deals:duplicate_of', { name: maker }) : t('deals:duplicate');
  return maker ? t('deals:challenge_of', { name: maker }) : t('deals:challenge');
}

/** A challenge's link: its address has a preview where it is pasted. */
export const addressOf = (deal: string): string => `${location.origin}/d/${deal}`;

/** "Side A" of 0; nothing for bots that are on no side. */
export const sideName = (side: number | null): string => (side === null ? '' : t('deals:side', { side: 'AB'[side] }));

/** Who is ahead over both tables, and by how much. */
export function winText({ totals, side }: Pick<Duplicate, 'totals' | 'side'>): string {
  const [a, b] = totals ?? [0, 0];
  if (a === b) return t('deals:tie');
  const winner = a > b ? 0 : 1;
  const n = Math.abs(a - b);
  if (side === null) return t('deals:side_wins', { n, side: 'AB'[winner] });
  return t(side === winner ? 'deals:you_win' : 'deals:they_win', { n });
}
