import { createTable, listGames } from '../lib/api';
import { go } from '../lib/router.svelte';
import { usualLevel } from '../table/options';

/** One click: the usual number of seats, bots on all the others, and off. */
export async function playNow(game: string): Promise<void> {
  const known = await listGames();
  const seats = known.games.find(({ name }) => name === game)?.default_seats ?? 2;
  const bots = Array.from({ length: seats }, (_, i) => (i === 0 ? null : usualLevel(known.levels)));
  const { id } = await createTable({ game, seats, bots, start: true });
  go('table', id);
}
