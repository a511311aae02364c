/** Which puzzles were solved, kept in this browser. If storage is unavailable or full, it lasts as long as the page. */
const STORE = 'seaboard.puzzles';
export type Outcome = 'solved' | 'missed';

function remembered(): Record<string, Outcome> {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, Outcome] => entry[1] === 'solved' || entry[1] === 'missed'),
    );
  } catch {
    return {};
  }
}

let outcomes = $state.raw(remembered());

export function outcomeOf(id: string): Outcome | undefined {
  return outcomes[id];
}

/** How it went this time. */
export function note(id: string, outcome: Outcome): void {
  outcomes = { ...outcomes, [id]: outcome };
  try {
    localStorage.setItem(STORE, JSON.stringify(outcomes));
  } catch {
    // Private windows may refuse; it still counts for this visit.
  }
}

/** The first puzzle after this one that is not solved, from the beginning again if need be; none if all are. */
export function nextOpen(ids: string[], after?: string): string | undefined {
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  return [...ids.slice(from), ...ids.slice(0, from)].find((id) => id !== after && outcomes[id] !== 'solved');
}
