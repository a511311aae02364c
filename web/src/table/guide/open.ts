import { loadGuide } from '../../games';
import { createTable } from '../../lib/api';
import { go } from '../../lib/router.svelte';
import { beginGuide } from './guide';

const WEAKEST = 'cabin-boy';

/** A real table with the weakest bots, and off. */
export async function playGuided(game: string): Promise<void> {
  const { seats, options } = (await loadGuide(game))!;
  const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : WEAKEST));
  const { id } = await createTable({ game, seats, options, bots, start: true });
  beginGuide(id);
  go('table', id);
}
