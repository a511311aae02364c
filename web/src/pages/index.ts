/** Each page is loaded when it is first gone to. */
import type { Component } from 'svelte';

export type Page = Component<{ parts: string[] }>;

const pages: Record<string, () => Promise<{ default: Page }>> = {
  harbour: () => import('./Harbour.svelte'),
  learn: () => import('./Learn.svelte'),
  settings: () => import('./Settings.svelte'),
  gallery: () => import('../gallery/Gallery.svelte'),
  lost: () => import('./NotFound.svelte'),
};

export async function pageOf(name = 'harbour'): Promise<Page> {
  const load = Object.hasOwn(pages, name) ? pages[name] : pages.lost;
  return (await load()).default;
}
