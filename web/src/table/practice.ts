/** A practice match compared with the one it plays on from. */
import type { Practice, Rank } from '../generated/protocol';
import { t, type Key } from '../lib/i18n.svelte';

/** "Then: 3rd with 41 points. Now: 1st with 57." Nothing, if the server does not say who came where then. */
export function thenAndNow(seat: number, { scores, places }: Practice, ranking: Rank[]): string | undefined {
  const now = ranking.find(({ entries }) => entries.includes(seat));
  const then = places?.[seat];
  if (!now || then === undefined) return undefined;
  const nth = (place: number) => t(`practice.place.${Math.min(place, 9)}` as Key);
  return t('practice.compared', { then: nth(then), before: scores[seat], now: nth(now.place), after: now.score });
}
