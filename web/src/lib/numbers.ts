/** Numbers as people read them: with a minus sign, which screen readers say and lines don't break at, not a hyphen. */
export function plain(n: number): string {
  return String(n).replace('-', '−');
}

/** The scores of a match, beside each other: "−2 – 3 – 2". */
export function scoreLine(scores: readonly (number | null)[]): string {
  return scores.map((score) => (score === null ? '' : plain(score))).join(' – ');
}

/** Points won or lost: "+3", "0", "−4". */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : plain(n);
}
