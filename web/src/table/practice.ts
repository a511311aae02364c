/** A practice match compared with the one it plays on from. */
import { t, type Key } from '../lib/i18n.svelte';

interface Ended {
  scores: number[];
  winners: number[];
}

/** The place of a seat: winners are first, the others by their points. */
export function placeOf(seat: number, { scores, winners }: Ended): number {
  if (winners.includes(seat)) return 1;
  return 1 + scores.filter((score, of) => of !== seat && (winners.includes(of) || score > scores[seat])).length;
}

/** "Then: 3rd with 41 points. Now: 1st with 57." */
export function thenAndNow(seat: number, then: Ended, now: Ended): string {
  const place = (ended: Ended) => t(`practice.place.${Math.min(placeOf(seat, ended), 9)}` as Key);
  return t('practice.compared', { then: place(then), before: then.scores[seat], now: place(now), after: now.scores[seat] });
}
