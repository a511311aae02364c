/** What the server published of each shuffle, as this browser first heard it: a later answer can't change it unnoticed. */
const STORE = 'seaboard.commitments';
const MOST = 50;

function kept(): [match: string, commitment: string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Called while a match lasts; what was heard first counts. */
export function keepCommitment(match: string, commitment: string): void {
  const known = kept();
  if (known.some(([one]) => one === match)) return;
  try {
    localStorage.setItem(STORE, JSON.stringify([...known, [match, commitment]].slice(-MOST)));
  } catch {
    // Private windows may refuse; then the check says that it was not there at the beginning.
  }
}

/** What was published while the match lasted, if this browser was there. */
export function keptCommitment(match: string): string | undefined {
  return kept().find(([one]) => one === match)?.[1];
}
