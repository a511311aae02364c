/** One click to a table with bots: as many players, bots as good and a clock as last chosen for the game. */
import type { GameListing, Games } from '../generated/protocol';
import { createTable, listGames } from '../lib/api';
import { go } from '../lib/router.svelte';
import { usualLevel } from '../table/options';

export interface PlayChoice {
  seats: number;
  level: string;
  clock: number | null;
}

const STORE = 'seaboard.play';

function remembered(): Record<string, Partial<PlayChoice>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Partial<PlayChoice>>) : {};
  } catch {
    return {};
  }
}

let chosen = $state.raw(remembered());

/** What was chosen last, as far as it can still be had; else the usual. */
export function choiceFor({ name, seats, default_seats }: GameListing, { levels, clocks }: Games): PlayChoice {
  const last = chosen[name] ?? {};
  const alone = seats.filter((n) => n > 1);
  return {
    seats: alone.includes(last.seats!) ? last.seats! : default_seats,
    level: levels.includes(last.level!) ? last.level! : usualLevel(levels),
    clock: clocks.includes(last.clock!) ? last.clock! : null,
  };
}

export function rememberChoice(game: string, choice: PlayChoice): void {
  chosen = { ...chosen, [game]: choice };
  try {
    localStorage.setItem(STORE, JSON.stringify(chosen));
  } catch {
    // Private windows may refuse; the choice still applies to this visit.
  }
}

export async function playNow(game: string): Promise<void> {
  const known = await listGames();
  const listing = known.games.find(({ name }) => name === game)!;
  const { seats, level, clock } = choiceFor(listing, known);
  const bots = Array.from({ length: seats }, (_, i) => (i === 0 ? null : level));
  const { id } = await createTable({ game, seats, bots, clock, start: true });
  go('table', id);
}
