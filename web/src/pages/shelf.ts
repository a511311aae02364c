import { ownGames } from '../games';
import { listGames } from '../lib/api';
import { loadLocales } from '../lib/i18n.svelte';
import type { GameListing } from '../generated/protocol';

/** The games there are, in the order of the shelf, with their texts loaded. */
export async function loadShelf(): Promise<GameListing[]> {
  const [{ games }] = await Promise.all([listGames(), loadLocales('server', ...ownGames)]);
  await loadLocales(...games.map(({ name }) => name));
  return games;
}
