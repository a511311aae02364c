/** The fair-shuffle check: what a revealed seed proves. */
import { sha256 } from './sha256';

/** The fingerprint that the server publishes of a seed before the first move, computed here. */
export function commitmentTo(seed: string): string {
  return sha256(`seaboard-seed:${seed}`);
}

/** It fits what this browser was told while the match lasted; it fits what the server says now; it does not fit. */
export type Fairness = 'proven' | 'fits' | 'broken';

export function check(seed: string, published: string, kept: string | undefined): Fairness {
  const made = commitmentTo(seed);
  if (made !== published || (kept !== undefined && made !== kept)) return 'broken';
  return kept === undefined ? 'fits' : 'proven';
}
