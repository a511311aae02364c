/** Each page is loaded when it is first visited. */
import type { Component } from 'svelte';

const pages: Record<string, () => Promise<{ default: Component }>> = {
  harbour: () => import('./Harbour.svelte'),
  learn: () => import('./Learn.svelte'),
  lesson: () => import('./Lesson.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  you: () => import('../you/You.svelte'),
  leaderboard: () => import('../you/Leaderboard.svelte'),
  deal: () => import('./Deal.svelte'),
  compare: () => import('./Compare.svelte'),
  settings: () => import('./Settings.svelte'),
  'sign-in': () => import('./SignIn.svelte'),
  continue: () => import('./Continue.svelte'),
  host: () => import('../moderation/Host.svelte'),
  barred: () => import('../moderation/Barred.svelte'),
  gallery: () => import('../gallery/Gallery.svelte'),
  lost: () => import('./NotFound.svelte'),
};

export async function pageOf(name = 'harbour'): Promise<Component> {
  const load = Object.hasOwn(pages, name) ? pages[name] : pages.lost;
  return (await load()).default;
}
